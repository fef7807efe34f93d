import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { expectRowsToAddUp, readReport } from '../../../tests/support/report.ts'
import { fine, openShop, type Shop } from '../../../tests/support/selling-shop.ts'

/** Reports of sales in 2026, over orders of four customers in two currencies, with refunds, at the borders of months. */
let shop: Shop
const year = 'from=2026-01-01&to=2026-12-31'

beforeAll(async () => {
  shop = await openShop({}, ['reports'])
  const { kernel } = shop.it
  const supported_currencies = [
    { identifier: 'HKD', rate: '1' },
    { identifier: 'USD', rate: '0.128' },
  ]
  fine(await shop.owner.put('/api/admin/settings/currency', { base_currency: 'HKD', supported_currencies }))
  const tea = await shop.stock(500, '100.00')
  // The ledger is only added to, so that days can be set for tests alone.
  await kernel.db.run(sql`alter table sales_entry disable trigger sales_entry_stays`)
  const sell = async (name: string, quantity: number, paidAt: string, more: object = {}) => {
    const { id } = await shop.buy(tea, quantity, { guest: { email: `${name}@shop.test`, first_name: name, last_name: 'Chan' }, ...more })
    fine(await shop.owner.post(`/api/admin/order/${id}/payment`, { reference: `T-${id}` }))
    await kernel.db.run(sql`update sales_order set paid_at = ${paidAt} where id = ${id}`)
    await kernel.db.run(
      sql`update sales_entry set day = (${paidAt}::timestamptz at time zone 'Asia/Hong_Kong')::date where order_id = ${id}`,
    )
    return id
  }
  const refund = async (id: number, day: string) => {
    const [line] = (await shop.order(id)).lines
    const lines = [{ order_line_id: line.id, quantity: 1 }]
    fine(await shop.owner.post(`/api/admin/order/${id}/refund`, { reason: 'x', method: 'cash', lines }))
    await kernel.db.run(sql`update sales_entry set day = ${day} where order_id = ${id} and kind = 'refund'`)
  }
  // 1 February in Hong Kong is still January in London.
  const first = await sell('may', 2, '2026-01-31T16:30:00Z')
  await sell('may', 3, '2026-04-14T02:10:00Z', { currency: 'USD' })
  await sell('kim', 1, '2026-02-03T11:45:00Z')
  await sell('ann', 4, '2026-03-31T15:59:00Z')
  await sell('ann', 1, '2026-11-20T02:30:00Z')
  await sell('siu', 1, '2026-11-25T02:30:00Z')
  await refund(first, '2026-03-01')
  await kernel.db.run(sql`alter table sales_entry enable trigger sales_entry_stays`)
})
afterAll(() => shop.it.close())

const cents = (value: string | null | undefined) => Math.round(Number(value) * 100)

test.each(['sales', 'products', 'customer', 'cohorts'])(
  'the totals of the report %s equal the ledger, and its rows add up to them',
  async (name) => {
    const report = await readReport(shop.owner, `${name}?${year}`)
    const ledger = await shop.it.kernel.db.one<{ net: number; refund: number }>(sql`
    select sum(net_minor) filter (where kind = 'sale')::bigint as net, sum(net_minor) filter (where kind = 'refund')::bigint as refund from sales_entry`)
    expect([cents(report.total('net')), cents(report.total('refund'))]).toEqual([ledger?.net, ledger?.refund])
    await expectRowsToAddUp(shop.owner, name, year)
  },
)

test('sales are counted in the month of the business day, refunds in the month of their own', async () => {
  const report = await readReport(shop.owner, `sales?from=2026-01-01&to=2026-04-30&by=month`)
  const months = ['2026-01', '2026-02', '2026-03', '2026-04']
  expect(months.map((month) => [report.group([month], 'net'), report.group([month], 'refund')])).toEqual([
    ['0.00', '0.00'],
    ['300.00', '0.00'],
    ['400.00', '100.00'],
    ['300.00', '0.00'],
  ])
})

test('sales are grouped by weekday and by the hour of payment, in the order of the week and the day', async () => {
  const byWeekday = await readReport(shop.owner, `sales?${year}&by=weekday`)
  expect(byWeekday.labels.map(([label]) => label)).toEqual(['Tuesday', 'Wednesday', 'Friday', 'Sunday'])
  expect(byWeekday.group(['Tuesday'], 'net')).toBe('800.00')
  const byHour = await readReport(shop.owner, `sales?${year}&by=hour`)
  expect(byHour.labels.map(([label]) => label)).toEqual(['00:00', '10:00', '19:00', '23:00'])
  expect(byHour.group(['10:00'], 'orders')).toBe('3')
})

test('retention is the share of the new customers of a month who ordered again, by months after', async () => {
  const report = await readReport(shop.owner, `cohorts?${year}`)
  expect(report.labels).toEqual([
    ['2026-02', '0'],
    ['2026-02', '1'],
    ['2026-02', '2'],
    ['2026-03', '0'],
    ['2026-03', '8'],
    ['2026-11', '0'],
  ])
  const cell = (month: string, age: string) =>
    ['cohort', 'customers', 'retention', 'net'].map((measure) => report.group([month, age], measure))
  expect(cell('2026-02', '0')).toEqual(['2', '2', '1', '300.00'])
  expect(cell('2026-02', '1')).toEqual(['2', '0', '0', '0.00'])
  expect(cell('2026-02', '2')).toEqual(['2', '1', '0.5', '300.00'])
  expect(['cohort', 'customers'].map(report.total)).toEqual(['4', '4'])
  expect(report.dimensions).toEqual(['month', 'age'])
})

test('without a period, retention covers the last twelve months', async () => {
  const { body } = await shop.owner.get('/api/admin/report/cohorts')
  expect(body.period_name).toBe('last_12_months')
})

test('customers have the segment of their recency, frequency and amount in the year that ends with the period, and the day of their last order', async () => {
  const report = await readReport(shop.owner, `customer?${year}&by=segment`)
  expect(report.labels.map(([label]) => label).sort()).toEqual(['Champions', 'Dormant', 'Loyal', 'Promising'])
  expect(report.group(['Champions'], 'last_order')).toBe('2026-11-20')
  expect(report.total('last_order')).toBe('2026-11-25')
  expect(report.total('customers')).toBe('4')
  // Two years later nobody has ordered within the year.
  expect((await readReport(shop.owner, 'customer?from=2028-01-01&to=2028-12-31&by=segment')).labels).toEqual([])
})

test('the reports of customers need their own permission', async () => {
  const clerk = await shop.it.staff(['get sales report'])
  for (const name of ['customer', 'cohorts']) expect((await clerk.get(`/api/admin/report/${name}`)).status).toBe(403)
})
