import { beforeAll, describe, expect, test } from 'vitest'
import { suite, toFormData } from 'stoa/testing'
import { createLeaveFixture, nextWeekday, plus } from './fixture.ts'

const shop = suite(['leave', 'notes', 'calendar', 'sheets'])
const leave = createLeaveFixture(shop)
const monday = nextWeekday(1)
const year = monday.slice(0, 4)
beforeAll(() => leave.enable())

const ask = (client: typeof shop.owner, type_id: number, start_date: string, end_date = start_date, more: object = {}) =>
  client.post('/api/admin/my/leave', { type_id, start_date, end_date, ...more })
const approve = (id: number, client = shop.owner) => client.post(`/api/admin/hr_leave/${id}/approve`)

describe('a request', () => {
  test('is counted, approved, taken from the balance, and given back exactly when canceled', async () => {
    const { id, client } = await leave.hire()
    const type = await leave.type()
    await leave.grant(id, type.id, '10', `${year}-01-01`, `${Number(year) + 1}-12-31`)
    const made = await ask(client, type.id, monday, plus(monday, 6))
    expect(made.body).toMatchObject({ days: 5, status: 'pending', can_cancel: true })
    expect(await leave.balance(id, type.id, monday)).toBe(10)
    expect((await approve(made.body.id)).body).toMatchObject({ status: 'approved' })
    expect(await leave.balance(id, type.id, monday)).toBe(5)
    const canceled = await client.post(`/api/admin/my/leave/${made.body.id}/cancel`, { reason: 'Plans changed' })
    expect(canceled.body.status).toBe('canceled')
    expect(await leave.balance(id, type.id, monday)).toBe(10)
    expect((await leave.rows(id, type.id)).map(({ kind, days }) => [kind, days])).toEqual([
      ['adjust', 10],
      ['take', -5],
      ['cancel', 5],
    ])
  })

  test('of two phones at once does not exceed the balance, neither when asked nor when approved', async () => {
    const { id, client } = await leave.hire()
    const type = await leave.type()
    await leave.grant(id, type.id, '1', `${year}-01-01`, `${Number(year) + 1}-12-31`)
    const both = await Promise.all([ask(client, type.id, monday), ask(client, type.id, plus(monday, 1))])
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 422])

    const other = await leave.hire()
    await leave.grant(other.id, type.id, '2', `${year}-01-01`, `${Number(year) + 1}-12-31`)
    const one = await ask(other.client, type.id, monday)
    const two = await ask(other.client, type.id, plus(monday, 1))
    await leave.post(
      'hr_leave/balance/adjust',
      { employee_id: other.id, type_id: type.id, days: '-1', valid_from: monday, reason: 'Correction' },
      200,
    )
    const results = await Promise.all([approve(one.body.id), approve(two.body.id)])
    expect(results.map(({ status }) => status).toSorted()).toEqual([200, 422])
    expect(await leave.balance(other.id, type.id, monday)).toBe(0)
  })

  test('sent twice with the same key is one leave', async () => {
    const { client } = await leave.hire()
    const type = await leave.type({ needs_balance: false })
    const send = () =>
      client.post('/api/admin/my/leave', { type_id: type.id, start_date: monday, end_date: monday }, { 'Idempotency-Key': 'same-key-1' })
    const results = await Promise.all([send(), send()])
    expect(results.map(({ status }) => status)).toEqual([201, 201])
    expect(results[0]?.body.id).toBe(results[1]?.body.id)
  })

  test.each<[string, object, object, number]>([
    ['two different halves of a date', { start_half: 'pm' }, { end_half: 'am' }, 201],
    ['the same half twice', { start_half: 'pm' }, { start_half: 'pm' }, 422],
    ['a half of a whole day', {}, { end_half: 'am' }, 422],
    ['a whole day over a half', { end_half: 'am' }, {}, 422],
  ])('that overlaps another: %s', async (_, first, second, status) => {
    const { client } = await leave.hire()
    const type = await leave.type({ needs_balance: false })
    expect((await ask(client, type.id, monday, monday, first)).status).toBe(201)
    const other = await ask(client, type.id, monday, monday, second)
    expect(other.status).toBe(status)
    if (status === 422) expect(other.body.messages).toHaveProperty('start_date')
  })

  test('of the same half, many at once, is one leave', async () => {
    const { client } = await leave.hire()
    const type = await leave.type({ needs_balance: false })
    const results = await Promise.all(Array.from({ length: 5 }, () => ask(client, type.id, monday)))
    expect(results.filter(({ status }) => status === 201)).toHaveLength(1)
  })

  test.each<[string, object, object, string]>([
    ['more days than the type allows at once', { max_consecutive: '2' }, { end_date: plus(monday, 2) }, 'end_date'],
    ['less notice than the type needs', { min_notice_days: 366 }, {}, 'start_date'],
    ['before enough service', { applicable_after_days: 3650 }, {}, 'start_date'],
    ['without the document', { needs_document_over_days: '0.5' }, {}, 'document'],
    ['for the other gender', { gender: 'female' }, {}, 'type_id'],
    ['on a rest day', {}, { start_date: plus(monday, 5), end_date: plus(monday, 5) }, 'start_date'],
    ['in hours of a type in half days', {}, { hours: '2' }, 'hours'],
    ['beyond the working hours', { unit: 'hour' }, { hours: '9' }, 'hours'],
    ['of a disabled type', { enabled: false }, {}, 'type_id'],
    ['over too many dates', {}, { end_date: '2030-01-01' }, 'end_date'],
    ['that ends before it starts', {}, { end_date: plus(monday, -1) }, 'end_date'],
  ])('%s is refused at its field, and the preview says why', async (_, rules, more, field) => {
    const { client } = await leave.hire({ join_date: '2025-06-01' })
    const type = await leave.type({ needs_balance: false, ...rules })
    const input = { type_id: type.id, start_date: monday, end_date: monday, ...more }
    expect((await client.post('/api/admin/my/leave', input)).body.messages).toHaveProperty(field)
    const query = new URLSearchParams(Object.entries(input).map(([key, value]) => [key, String(value)]))
    const preview = await client.get(`/api/admin/my/leave/preview?${query}`)
    expect(preview.body.problems.map((problem: { field: string }) => problem.field)).toContain(field)
  })

  test('carries a document that only its employee and who may read the leave can open', async () => {
    const { client } = await leave.hire()
    const type = await leave.type({ needs_balance: false, needs_document_over_days: '0' })
    const pdf = new File(['%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n'], 'certificate.pdf', { type: 'application/pdf' })
    const made = await client.post(
      '/api/admin/my/leave',
      toFormData({ type_id: String(type.id), start_date: monday, end_date: monday, document: pdf }),
    )
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    expect(made.body.document).toMatchObject({ name: 'certificate.pdf' })
    expect((await shop.owner.get(`/api/admin/hr_leave/${made.body.id}`)).body.document).toMatchObject({ name: 'certificate.pdf' })
  })

  test('in hours costs its share of the day', async () => {
    const { client } = await leave.hire()
    const type = await leave.type({ needs_balance: false, unit: 'hour' })
    expect((await ask(client, type.id, monday, monday, { hours: '2' })).body).toMatchObject({ days: 0.25, hours: 2 })
  })
})

describe('a decision', () => {
  test('is never made by the employee, whatever the rights are', async () => {
    const rights = ['see all hr employee', 'get hr leave', 'approve hr leave', 'reject hr leave', 'endorse hr leave']
    const { client } = await leave.hire({}, rights)
    const type = await leave.type({ needs_balance: false })
    const { body } = await ask(client, type.id, monday)
    for (const action of ['approve', 'reject']) {
      const refused = await client.post(`/api/admin/hr_leave/${body.id}/${action}`, { note: 'Mine' })
      expect([refused.status, Object.keys(refused.body.messages)]).toEqual([422, ['status']])
    }
  })

  test('of two people at once is made once', async () => {
    const { id, client } = await leave.hire()
    const type = await leave.type()
    await leave.grant(id, type.id, '5', `${year}-01-01`, `${Number(year) + 1}-12-31`)
    const { body } = await ask(client, type.id, monday)
    const results = await Promise.all([approve(body.id), approve(body.id), approve(body.id)])
    expect(results.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await leave.balance(id, type.id, monday)).toBe(4)
  })

  test('on the own team only, for a manager without the right to see everybody', async () => {
    const rights = ['get hr leave', 'approve hr leave', 'get hr leave ledger', 'export hr leave']
    const boss = await leave.hire({}, rights)
    const report = await leave.hire({ manager_id: boss.id })
    const stranger = await leave.hire()
    const type = await leave.type({ needs_balance: false })
    const mine = (await ask(report.client, type.id, monday)).body
    const other = (await ask(stranger.client, type.id, monday)).body
    const list = await boss.client.get('/api/admin/hr_leave?limit=100')
    expect(list.body.data.map((row: { id: number }) => row.id)).toEqual([mine.id])
    expect((await boss.client.get(`/api/admin/hr_leave/${other.id}`)).status).toBe(404)
    expect((await boss.client.get(`/api/admin/hr_leave/${other.id}/context`)).status).toBe(404)
    expect((await approve(other.id, boss.client)).status).toBe(404)
    expect((await boss.client.post('/api/admin/hr_leave/batch/approve', { ids: [other.id] })).body).toMatchObject({
      success_ids: [],
      fail_ids: [other.id],
    })
    expect((await boss.client.get(`/api/admin/hr_leave/balance/rows?employee_id=${stranger.id}&type_id=${type.id}`)).status).toBe(422)
    expect(JSON.stringify((await boss.client.get('/api/admin/hr_leave/export?format=csv')).body)).not.toContain(other.number)
    expect((await approve(mine.id, boss.client)).status).toBe(200)
  })

  test('takes the manager and then another person of HR, where the settings say so', async () => {
    await shop.owner.put('/api/admin/settings/leave', { approval: 'manager_hr' })
    const boss = await leave.hire({}, ['see all hr employee', 'get hr leave', 'approve hr leave', 'endorse hr leave'])
    const report = await leave.hire({ manager_id: boss.id })
    const type = await leave.type({ needs_balance: false })
    const { body } = await ask(report.client, type.id, monday)
    expect(body.approval_step).toBe('manager')
    expect((await approve(body.id)).body.messages).toHaveProperty('status')
    const context = async (client = boss.client) => (await client.get(`/api/admin/hr_leave/${body.id}/context`)).body
    expect(await context()).toMatchObject({ may_endorse: true, may_approve: false, may_reject: false })
    expect((await boss.client.post(`/api/admin/hr_leave/${body.id}/endorse`)).body).toMatchObject({
      status: 'pending',
      approval_step: 'hr',
    })
    expect((await approve(body.id, boss.client)).body.messages).toHaveProperty('status')
    // The view offers what the rules allow: another person decides the second step.
    expect(await context()).toMatchObject({ may_endorse: false, may_approve: false })
    expect(await context(shop.owner)).toMatchObject({ may_endorse: false, may_approve: true, may_reject: true })
    expect((await approve(body.id)).body.status).toBe('approved')
    const alone = await ask(boss.client, type.id, monday)
    expect(alone.body.approval_step).toBe('hr')
    await shop.owner.put('/api/admin/settings/leave', { approval: 'manager' })
  })
})

describe('an employee', () => {
  test('reads and cancels no leave of somebody else', async () => {
    const [one, two] = [await leave.hire(), await leave.hire()]
    const type = await leave.type({ needs_balance: false })
    const { body } = await ask(one.client, type.id, monday)
    expect((await two.client.get(`/api/admin/my/leave/${body.id}`)).status).toBe(404)
    expect((await two.client.post(`/api/admin/my/leave/${body.id}/cancel`, {})).status).toBe(404)
    expect((await two.client.get('/api/admin/my/leave')).body.leaves).toEqual([])
    for (const path of [
      'hr_leave',
      `hr_leave/${body.id}`,
      'hr_leave_ledger',
      'hr_leave/balance',
      'hr_leave/export',
      `hr_leave/${body.id}/history`,
    ])
      expect((await two.client.get(`/api/admin/${path}`)).status, path).toBe(403)
    expect((await ask(two.client, type.id, monday, monday, { employee_id: one.id })).body.number).not.toBe(body.number)
    expect((await one.client.get('/api/admin/my/leave')).body.leaves).toHaveLength(1)
  })

  test('cancels an approved leave only before its first day', async () => {
    const { client } = await leave.hire()
    const type = await leave.type({ needs_balance: false })
    const past = plus(nextWeekday(1), -70)
    const { body } = await ask(client, type.id, past)
    await approve(body.id)
    const refused = await client.post(`/api/admin/my/leave/${body.id}/cancel`, {})
    expect(refused.body.messages).toHaveProperty('status')
    expect((await shop.owner.post(`/api/admin/hr_leave/${body.id}/cancel`, { reason: 'Worked' })).body.status).toBe('canceled')
  })

  test('without a record is told whom to ask', async () => {
    const client = await shop.it.staff([])
    expect((await client.get('/api/admin/my/leave')).body).toMatchObject({ code: 'NO_EMPLOYEE_RECORD' })
  })
})

test('somebody of HR does not cancel the own leave after it has begun', async () => {
  const { client } = await leave.hire({}, ['see all hr employee', 'get hr leave', 'cancel hr leave'])
  const type = await leave.type({ needs_balance: false })
  const past = plus(nextWeekday(1), -70)
  const { body } = await ask(client, type.id, past)
  await approve(body.id)
  const refused = await client.post(`/api/admin/hr_leave/${body.id}/cancel`, { reason: 'Mine' })
  expect([refused.status, Object.keys(refused.body.messages ?? {})]).toEqual([422, ['status']])
})

test.each(['0001-01-01', '9999-12-31'])(
  'dates such as %s are refused at their field, and do not touch the leave of others',
  async (date) => {
    const { id, client } = await leave.hire()
    const type = await leave.type({ needs_balance: false })
    expect((await ask(client, type.id, date)).body.messages).toHaveProperty('start_date')
    const balance = await leave.type()
    const adjusted = await shop.owner.post('/api/admin/hr_leave/balance/adjust', {
      employee_id: id,
      type_id: balance.id,
      days: '1',
      valid_from: date,
      reason: 'x',
    })
    expect(adjusted.body.messages).toHaveProperty('valid_from')
  },
)
