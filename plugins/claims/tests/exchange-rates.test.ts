import { beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { suite } from 'stoa/testing'
import { createClaimsFixture, daysAgo, FINANCE, MANAGER } from './claims-fixture.ts'

const shop = suite(['claims'])
const claims = createClaimsFixture(shop)
beforeAll(() => claims.enable())

const rate = (date: string, rate: string, currency = 'USD') => claims.post('exchange_rate', { date, currency, rate })

test('an expense takes the rate of its day, else that of the days before, else the current one', async () => {
  const { client } = await claims.hire()
  const category = await claims.category()
  await rate(daysAgo(20), '0.125')
  await rate(daysAgo(10), '0.13')
  const usd = (days: number) => ({ category_id: category.id, amount: '100', currency: 'usd', expense_date: daysAgo(days) })
  const id = await claims.draft(client, [usd(20), usd(16), usd(10), usd(40)])
  expect((await claims.read(client, id)).items).toMatchObject([
    { expense_date: daysAgo(40), rate: '0.128', rate_source: 'settings', base_amount: '781.25' },
    { expense_date: daysAgo(20), rate: '0.125', rate_source: 'day', rate_date: daysAgo(20), base_amount: '800.00' },
    { expense_date: daysAgo(16), rate: '0.125', rate_source: 'day', rate_date: daysAgo(20) },
    { expense_date: daysAgo(10), rate: '0.13', base_amount: '769.23' },
  ])
  // A rate that is entered before the submission counts.
  await rate(daysAgo(40), '0.1')
  expect((await claims.submit(client, id)).body.items[0]).toMatchObject({ rate: '0.1', base_amount: '1000.00', approved_amount: '1000.00' })
})

test('yen that the shop does not sell in are claimed with a rate of finance', async () => {
  const { client } = await claims.hire()
  const category = await claims.category()
  await rate(daysAgo(3), '19.35', 'JPY')
  const id = await claims.draft(client, [{ category_id: category.id, amount: '1935', currency: 'JPY', expense_date: daysAgo(3) }])
  expect((await claims.read(client, id)).items).toMatchObject([{ amount: '1935.00', base_amount: '100.00' }])
  const decimals = await claims.add(client, id, { category_id: category.id, amount: '12.5', currency: 'JPY', expense_date: daysAgo(3) })
  expect(decimals.body.messages).toHaveProperty('amount')
  expect((await client.get('/api/admin/my/reimbursement/form')).body.currencies).toContain('JPY')
})

test('finance corrects a rate with a reason, and nobody the rate of an own claim', async () => {
  const manager = await claims.hire({}, MANAGER)
  const employee = await claims.hire({ manager_id: manager.id })
  const finance = await shop.it.staff(FINANCE)
  const category = await claims.category()
  const id = await claims.submitted(employee.client, [
    { category_id: category.id, amount: '100', currency: 'CNY' },
    { category_id: category.id, amount: '5' },
  ])
  const { version, items } = (await finance.get(`/api/admin/hr_reimbursement/${id}/view`)).body
  const path = `/api/admin/hr_reimbursement/${id}/rate`
  const change = { version, item_id: items[0].id, rate: '0.8', reason: 'Card statement' }
  expect((await manager.client.post(path, change)).status).toBe(403)
  expect((await finance.post(path, { ...change, reason: '' })).body.messages).toHaveProperty('reason')
  expect((await finance.post(path, { ...change, rate: '0' })).body.messages).toHaveProperty('rate')
  expect((await finance.post(path, { ...change, item_id: items[1].id })).body.messages).toHaveProperty('rate')
  const changed = await finance.post(path, change)
  expect(changed.body).toMatchObject({
    total_claimed: '130.00',
    total_approved: '130.00',
    items: [{ rate: '0.8', rate_source: 'manual', rate_note: 'Card statement', base_amount: '125.00' }, {}],
  })
  expect((await finance.post(path, change)).body.code).toBe('STALE')
  const audit = await shop.it.kernel.db.rows(
    sql`select changes from audit_log where resource = 'hr_reimbursement_item' and row_id = ${items[0].id}`,
  )
  expect(JSON.stringify(audit)).toContain('Card statement')
})
