import { beforeAll, describe, expect, test } from 'vitest'
import { toFormData, suite } from 'stoa/testing'
import { createClaimsFixture, daysAgo, pdf } from './claims-fixture.ts'

const shop = suite(['claims', 'notes', 'approvals'])
const claims = createClaimsFixture(shop)
let manager: { id: number }
beforeAll(async () => {
  await claims.enable()
  manager = await claims.hire()
})

describe('a draft', () => {
  test('keeps each expense with its receipt, and its totals are the sums', async () => {
    const { client } = await claims.hire()
    const category = await claims.category()
    const id = await claims.draft(client, [{ category_id: category.id, amount: '12.50', description: 'Bus' }])
    const added = await claims.addWithReceipt(client, id, { category_id: String(category.id), amount: '80' }, pdf())
    expect(added.status, JSON.stringify(added.body)).toBe(201)
    const claim = await claims.read(client, id)
    expect(claim).toMatchObject({ status: 'draft', currency: 'HKD', total_claimed: '92.50', total_approved: '0.00', can_submit: true })
    expect(claim.number).toMatch(/^EC\d+$/)
    expect(claim.items).toMatchObject([
      { amount: '12.50', receipt: null },
      { amount: '80.00', receipt: { name: 'receipt.pdf', is_picture: false } },
    ])
    expect((await client.get('/api/admin/my/reimbursement')).body.data).toMatchObject([{ id, items: 2, total_claimed: '92.50' }])
    const item = claim.items[1].id
    expect((await client.delete(`/api/admin/my/reimbursement/${id}/item/${item}`)).status).toBe(204)
    expect(await claims.read(client, id)).toMatchObject({ total_claimed: '12.50' })
  })

  test('gets one expense from an upload that is repeated with its key, many at once', async () => {
    const { client } = await claims.hire()
    const category = await claims.category()
    const id = await claims.draft(client, [])
    const send = () => claims.addWithReceipt(client, id, { category_id: String(category.id), amount: '5', key: 'upload-key-1' }, pdf())
    const results = await Promise.all([send(), send(), send()])
    expect(results.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(new Set(results.map(({ body }) => body.id)).size).toBe(1)
    expect((await claims.read(client, id)).items).toHaveLength(1)
  })

  test('an expense is changed, keeps its receipt, and loses it only on request', async () => {
    const { client } = await claims.hire()
    const category = await claims.category()
    const id = await claims.draft(client, [])
    const { body } = await claims.addWithReceipt(client, id, { category_id: String(category.id), amount: '5' }, pdf())
    const path = `/api/admin/my/reimbursement/${id}/item/${body.id}`
    const values = { expense_date: daysAgo(2), category_id: category.id, currency: 'HKD', amount: '7' }
    expect((await client.put(path, values)).body.items).toMatchObject([{ amount: '7.00', receipt: { name: 'receipt.pdf' } }])
    const other = toFormData({ ...values, category_id: String(category.id), receipt: pdf('other', 'other.pdf') })
    expect((await client.put(path, other)).body.items).toMatchObject([{ receipt: { name: 'other.pdf' } }])
    expect((await client.put(path, { ...values, remove_receipt: true })).body.items).toMatchObject([{ receipt: null }])
  })

  test.each<[string, object, string]>([
    ['without an amount', { amount: undefined }, 'amount'],
    ['of nothing', { amount: '0' }, 'amount'],
    ['with decimals of yen', { amount: '12.50', currency: 'JPY' }, 'amount'],
    ['in a currency with three decimals', { currency: 'KWD' }, 'currency'],
    ['in a currency without a rate', { currency: 'THB' }, 'currency'],
    ['of an unknown category', { category_id: 999_999 }, 'category_id'],
    ['on no date', { expense_date: '2026-02-30' }, 'expense_date'],
  ])('an expense %s is refused at its field', async (_, values, field) => {
    const { client } = await claims.hire()
    const category = await claims.category()
    const id = await claims.draft(client, [])
    const answer = await claims.add(client, id, { category_id: category.id, amount: '10', ...values })
    expect([answer.status, Object.keys(answer.body.messages)]).toEqual([422, [field]])
  })

  test.each<[string, Buffer, string]>([
    ['an HEIC photo', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), 'HEIC'],
    ['a script', Buffer.from('<script>alert(1)</script>'), ''],
    ['a sheet', Buffer.from('a,b\n1,2\n'), ''],
  ])('%s is refused as a receipt', async (_, bytes, text) => {
    const { client } = await claims.hire()
    const category = await claims.category()
    const id = await claims.draft(client, [])
    const file = new File([new Uint8Array(bytes)], 'receipt.jpg', { type: 'image/jpeg' })
    const answer = await claims.addWithReceipt(client, id, { category_id: String(category.id), amount: '5' }, file)
    expect(answer.status).toBe(422)
    expect(String(answer.body.messages.receipt)).toContain(text)
  })

  test('of a distance is paid by the rate of its date', async () => {
    const { client } = await claims.hire()
    const rates = [
      { effective_from: daysAgo(400), rate: '3' },
      { effective_from: daysAgo(5), rate: '3.2' },
    ]
    const car = await claims.category({ mileage_rates: rates })
    const id = await claims.draft(client, [
      { category_id: car.id, mileage_km: '10.5', expense_date: daysAgo(5) },
      { category_id: car.id, mileage_km: '10.5', expense_date: daysAgo(6), amount: '999' },
    ])
    expect((await claims.read(client, id)).items).toMatchObject([
      { amount: '31.50', mileage_km: '10.5', mileage_rate: '3' },
      { amount: '33.60', mileage_km: '10.5', mileage_rate: '3.2' },
    ])
    const refused = await claims.add(client, id, { category_id: car.id, amount: '5' })
    expect(refused.body.messages).toHaveProperty('mileage_km')
    const early = await claims.add(client, id, { category_id: car.id, mileage_km: '5', expense_date: daysAgo(500) })
    expect(early.body.messages).toHaveProperty('expense_date')
  })
})

describe('a submission', () => {
  test('is refused with a line for each problem, which the draft shows before', async () => {
    await claims.set({ receipt_required_over: '50.00', claim_window_days: 30 })
    const { client } = await claims.hire()
    const category = await claims.category({ limit_item: '100.00' })
    const empty = await claims.draft(client, [])
    expect((await claims.submit(client, empty)).body.messages.items).toEqual(['Add an expense before you submit the claim.'])
    const id = await claims.draft(client, [
      { category_id: category.id, amount: '60', description: 'Lunch' },
      { category_id: category.id, amount: '20', expense_date: daysAgo(31) },
      { category_id: category.id, amount: '10', expense_date: daysAgo(-2) },
    ])
    await claims.addWithReceipt(client, id, { category_id: String(category.id), amount: '120' }, pdf('a'))
    const draft = await claims.read(client, id)
    expect(draft.can_submit).toBe(false)
    const problems = draft.items.flatMap((item: any) => item.problems.map((problem: any) => problem.text))
    expect(problems).toHaveLength(4)
    const refused = await claims.submit(client, id)
    expect(refused.body.messages.items.toSorted()).toEqual(problems.toSorted())
    expect(refused.body.messages.items.join()).toContain('Lunch: add a receipt. It is required above HKD 50.00.')
    await claims.set({ receipt_required_over: null, claim_window_days: 90 })
  })

  test('above a limit needs a reason, or is refused by the setting', async () => {
    const { client } = await claims.hire({ manager_id: manager.id })
    const category = await claims.category({ limit_day: '100.00' })
    const id = await claims.draft(client, [{ category_id: category.id, amount: '101', reason: 'Storm' }])
    await claims.set({ limit_policy: 'refuse' })
    expect((await claims.submit(client, id)).status).toBe(422)
    await claims.set({ limit_policy: 'warn' })
    expect((await claims.submit(client, id)).body).toMatchObject({ status: 'pending', total_approved: '101.00' })
    const second = await claims.draft(client, [{ category_id: category.id, amount: '1' }])
    expect((await claims.submit(client, second)).body.messages.items[0]).toContain('Enter a reason')
  })

  test('of two claims at once counts the limit of the day once', async () => {
    const { client } = await claims.hire()
    const category = await claims.category({ limit_day: '100.00' })
    const ids = [
      await claims.draft(client, [{ category_id: category.id, amount: '60' }]),
      await claims.draft(client, [{ category_id: category.id, amount: '60' }]),
    ]
    const results = await Promise.all(ids.map((id) => claims.submit(client, id)))
    expect(results.map(({ status }) => status).toSorted()).toEqual([200, 422])
  })

  test('is withdrawn by the employee, a rejected claim is edited again, and a submitted one is not changed', async () => {
    const { client } = await claims.hire({ manager_id: manager.id })
    const category = await claims.category()
    const id = await claims.submitted(client, [{ category_id: category.id, amount: '10' }])
    expect((await claims.add(client, id, { category_id: category.id, amount: '5' })).status).toBe(409)
    expect((await client.put(`/api/admin/my/reimbursement/${id}`, { title: 'Other' })).status).toBe(409)
    expect((await client.post(`/api/admin/my/reimbursement/${id}/reopen`)).status).toBe(409)
    expect((await claims.act(shop.owner, id, 'reject', { note: 'Which trip?' })).status).toBe(200)
    expect(await claims.read(client, id)).toMatchObject({ status: 'rejected', decision_note: 'Which trip?' })
    const reopened = await client.post(`/api/admin/my/reimbursement/${id}/reopen`)
    expect(reopened.body).toMatchObject({ status: 'draft', total_approved: '0.00', decision_note: '', approver: null })
    expect((await claims.submit(client, id)).body.status).toBe('pending')
    expect((await client.post(`/api/admin/my/reimbursement/${id}/cancel`)).body.status).toBe('canceled')
    expect((await claims.act(shop.owner, id, 'endorse')).status).toBe(409)
  })
})

test('the same receipt or the same date and amount warns with the other number, and a colleague without it', async () => {
  const [one, two] = [await claims.hire(), await claims.hire()]
  const category = await claims.category()
  const first = await claims.draft(one.client, [])
  await claims.addWithReceipt(one.client, first, { category_id: String(category.id), amount: '33' }, pdf('same'))
  const { number } = await claims.read(one.client, first)
  const again = await claims.draft(one.client, [{ category_id: category.id, amount: '33' }])
  expect((await claims.read(one.client, again)).items[0].duplicates).toEqual([{ kind: 'expense', number, claim_id: first }])
  const other = await claims.draft(two.client, [])
  await claims.addWithReceipt(two.client, other, { category_id: String(category.id), amount: '44' }, pdf('same'))
  expect((await claims.read(two.client, other)).items[0].duplicates).toEqual([{ kind: 'receipt', number: null, claim_id: null }])
  await claims.submit(one.client, first)
  await claims.submit(two.client, other)
  const seen = (await shop.owner.get(`/api/admin/hr_reimbursement/${other}/view`)).body.items[0].duplicates
  expect(seen).toEqual([{ kind: 'receipt', number, claim_id: first }])
})

test('self-service that is off refuses every route, and so does an account without a record', async () => {
  const { client } = await claims.hire()
  const guest = await shop.it.staff([])
  expect((await guest.get('/api/admin/my/reimbursement')).body.code).toBe('NO_EMPLOYEE_RECORD')
  await shop.owner.put('/api/admin/settings/employee', { enabled: false })
  for (const path of ['', '/form', '/1'])
    expect((await client.get(`/api/admin/my/reimbursement${path}`)).body.code).toBe('SELF_SERVICE_OFF')
  expect((await client.post('/api/admin/my/reimbursement', { title: 'x' })).body.code).toBe('SELF_SERVICE_OFF')
  await shop.owner.put('/api/admin/settings/employee', { enabled: true })
})
