import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { id, join, sql, type Sql, systemCtx } from 'stoa'
import { type Client, type TestApp, testApp } from '../../../tests/support/app.ts'
import { fillSales } from '../../../tests/support/fill-sales.ts'
import { moveOrdersOfMergedPerson } from '../services/people.ts'
import { findWrongSums } from '../services/summed-days.ts'

let it: TestApp
let owner: Client
let span: { from: string; to: string }
beforeAll(async () => {
  it = await testApp()
  owner = await it.staff('owner')
  span = await fillSales(it.url, { orders: 1_500, until: '2026-01-01' })
}, 120_000)
afterAll(() => it.close())

/** A group: its keys and its measures, in minor units where they are amounts. */
type Group = Record<string, string | number | null>

/** Groups of a report as the API returns them. */
async function readGroups(report: string, by: readonly string[], measures: readonly string[], filter = '{}'): Promise<Group[]> {
  const query = new URLSearchParams({ from: span.from, to: '2026-03-31', by: by.join(','), filter })
  const { body, status } = await owner.get(`/api/admin/report/${report}?${query}`)
  expect(status).toBe(200)
  return body.groups.map(({ keys, values }: { keys: (string | null)[]; values: string[] }) => ({
    ...Object.fromEntries(by.map((name, n) => [name, keys[n]])),
    ...Object.fromEntries(
      measures.map((name) => [name, toMinor(values[body.measures.findIndex((measure: { name: string }) => measure.name === name)] ?? '')]),
    ),
  }))
}

const toMinor = (text: string): number => (text.includes('.') ? Math.round(Number(text) * 100) : Number(text))

const OF_ORDER = sql`o.id as order_id, o.person_id, o.customer_id, o.store_id, o.currency, o.source, o.payment_title, o.seller_admin_id, o.paid_at`

/** Sales by line, from the orders and not from the ledger; the row without a product is the order with its shipping. */
const SOLD = sql`select (o.paid_at at time zone 'Asia/Hong_Kong')::date as day, ${OF_ORDER}, l.product_id, 0 as orders, l.quantity,
    round(l.unit_minor * l.quantity / o.exchange_rate) as gross, round(l.total_minor / o.exchange_rate) as net, 0 as shipping, l.cost_minor * l.quantity as cost,
    0 as refund, 0 as refunded_quantity
  from sales_order o join order_line l on l.order_id = o.id where o.paid_at is not null
  union all
  select (o.paid_at at time zone 'Asia/Hong_Kong')::date, ${OF_ORDER}, null, 1, 0, 0, 0, round(o.shipping_minor / o.exchange_rate), 0, 0, 0
  from sales_order o where o.paid_at is not null`

/** Refunds by line, from the documents of refunds. */
const REFUNDED = sql`select r.created_at::date as day, ${OF_ORDER}, l.product_id, 0 as orders, 0 as quantity, 0 as gross,
    0 as net, 0 as shipping, -l.cost_minor * x.quantity as cost, round(x.amount_minor / o.exchange_rate) as refund, x.quantity as refunded_quantity
  from refund r join sales_order o on o.id = r.order_id join refund_line x on x.refund_id = r.id join order_line l on l.id = x.order_line_id
  union all
  select r.created_at::date, ${OF_ORDER}, null, 0, 0, 0, 0, -round(r.shipping_minor / o.exchange_rate), 0, 0, 0
  from refund r join sales_order o on o.id = r.order_id`

type Measures = Readonly<Record<string, Sql>>

const SALES: Measures = {
  orders: sql`sum(orders)::int`,
  gross: sql`sum(gross)::int`,
  discount: sql`sum(gross - net)::int`,
  net: sql`sum(net)::int`,
  refund: sql`sum(refund)::int`,
  shipping: sql`sum(shipping)::int`,
  cost: sql`sum(cost)::int`,
  margin: sql`sum(net - refund - cost)::int`,
}
const PRODUCTS: Measures = {
  quantity: sql`sum(quantity)::int`,
  net: sql`sum(net)::int`,
  refund: sql`sum(refund)::int`,
  refunded_quantity: sql`sum(refunded_quantity)::int`,
  cost: sql`sum(cost)::int`,
}
const CUSTOMERS: Measures = {
  customers: sql`count(distinct person_id)::int`,
  orders: sql`sum(orders)::int`,
  net: sql`sum(net)::int`,
  refund: sql`sum(refund)::int`,
}

const MONTH = sql`to_char(day, 'YYYY-MM') || '-01'`

/** The same groups, computed from the documents. */
const computeGroups = (keys: Readonly<Record<string, Sql>>, measures: Measures, where = sql`true`): Promise<Group[]> =>
  it.kernel.db.rows<Group>(sql`
    select ${join([...Object.entries(keys), ...Object.entries(measures)].map(([name, value]) => sql`${value} as ${id(name)}`))}
    from (${SOLD} union all ${REFUNDED}) x where ${where} group by ${join(Object.values(keys))}`)

const sorted = (groups: readonly Group[]): string[] => groups.map((group) => JSON.stringify(group)).toSorted()

const HOUR = sql`to_char(paid_at at time zone 'Asia/Hong_Kong', 'HH24:00')`
const VISIT = sql`case when person_id is null then null
  when paid_at = (select min(p.paid_at) from sales_order p where p.person_id = x.person_id) then 'new' else 'returning' end`
const GROUP = sql`(select c.group_id::text from customer c where c.id = customer_id)`
const BRAND = sql`(select p.brand_id::text from product p where p.id = product_id)`
const ofProducts = sql`product_id is not null`

const cases: [string, string, Record<string, Sql>, Measures, Sql?][] = [
  ['sales', 'day', { day: sql`day::text` }, SALES],
  ['sales', 'month, store and currency', { month: MONTH, store: sql`store_id::text`, currency: sql`currency` }, SALES],
  ['sales', 'month and channel', { month: MONTH, channel: sql`source` }, SALES],
  ['sales', 'seller', { seller: sql`seller_admin_id::text` }, SALES],
  ['sales', 'method and store', { method: sql`payment_title`, store: sql`store_id::text` }, SALES],
  ['sales', 'weekday and channel', { weekday: sql`to_char(day, 'ID')`, channel: sql`source` }, SALES],
  ['sales', 'hour', { hour: HOUR }, SALES],
  ['sales', 'brand and hour', { brand: BRAND, hour: HOUR }, SALES],
  ['sales', 'brand and channel', { brand: BRAND, channel: sql`source` }, SALES],
  ['products', 'product', { product: sql`product_id::text` }, PRODUCTS, ofProducts],
  ['products', 'month and store', { month: MONTH, store: sql`store_id::text` }, PRODUCTS, ofProducts],
  ['products', 'product and channel', { product: sql`product_id::text`, channel: sql`source` }, PRODUCTS, ofProducts],
  ['customer', 'month', { month: MONTH }, CUSTOMERS],
  ['customer', 'month and visit', { month: MONTH, visit: VISIT }, CUSTOMERS],
  ['customer', 'customer', { customer: sql`customer_id::text` }, CUSTOMERS],
  ['customer', 'group, channel and store', { group: GROUP, channel: sql`source`, store: sql`store_id::text` }, CUSTOMERS],
]

/** Expects that a report has the groups that the documents add up to. */
async function expectSameGroups([report, by, keys, measures, where]: (typeof cases)[number]): Promise<void> {
  const groups = await readGroups(report, Object.keys(keys), Object.keys(measures))
  const isFilled = (group: Group) => Object.keys(measures).some((name) => group[name] !== 0)
  const computed = (await computeGroups(keys, measures, where)).filter(isFilled)
  expect(computed.length).toBeGreaterThan(5)
  expect(sorted(groups.filter(isFilled)), `${report} by ${by}`).toEqual(sorted(computed))
}

/** Sums the days, or leaves them to be read from the ledger. The job sums 400 days at most in a run. */
async function setSummed(isSummed: boolean): Promise<void> {
  await it.kernel.db.run(sql`delete from sales_summed_day`)
  if (isSummed) await sumDays()
  expect(await countSummed()).toBeGreaterThanOrEqual(isSummed ? 365 : 0)
}

async function sumDays(): Promise<void> {
  for (let n = 0; n < 3; n++) await it.clock('sales/sum-days')
}

const countSummed = async () => (await it.kernel.db.one<{ n: number }>(sql`select count(*)::int as n from sales_summed_day`))?.n ?? 0

describe('on a year of orders in three stores and three currencies', () => {
  describe.each([
    ['the ledger', false],
    ['the sums of its days', true],
  ])('read from %s', (_, isSummed) => {
    beforeAll(() => setSummed(isSummed))

    test.each(cases)('the %s report by %s equals what the orders and refunds add up to, to the cent', (...given) => expectSameGroups(given))
  })

  test('orders of a merged person, of another customer, seller or store count there at once, and after the days are summed again', async () => {
    await setSummed(true)
    const summed = await countSummed()
    const [one, other] = await it.kernel.db.rows<{ id: number }>(sql`select id from person where email like 'filled%' order by id limit 2`)
    await moveOrdersOfMergedPerson(systemCtx(it.kernel, 'test'), { survivorId: one?.id ?? 0, loserId: other?.id ?? 0 })
    await it.kernel.db.run(sql`update sales_order set customer_id = null where id % 97 = 0`)
    await it.kernel.db.run(
      sql`update sales_order set seller_admin_id = (select min(id) from account where email like 'seller%') where id % 89 = 0`,
    )
    await it.kernel.db.run(sql`update sales_order set store_id = 1, source = 'pos', payment_title = 'Voucher' where id % 83 = 0`)
    expect(await countSummed()).toBeLessThan(summed)
    for (const comparison of cases) await expectSameGroups(comparison)
    await sumDays()
    expect(await countSummed()).toBe(summed)
    expect(await findWrongSums(it)).toEqual([])
    for (const comparison of cases) await expectSameGroups(comparison)
  })

  test('orders of an erased person stay in the reports, and a changed group of a customer counts at once', async () => {
    await setSummed(true)
    const buyer = await it.kernel.db.one<{ person_id: number; id: number }>(
      sql`select person_id, id from customer where email like 'filled%' and group_id is not null order by id desc limit 1`,
    )
    const erased = await owner.post(`/api/admin/person/${buyer?.person_id}/erase`, { confirmation: String(buyer?.person_id) })
    expect(erased.status, JSON.stringify(erased.body)).toBe(200)
    await it.kernel.db.run(sql`update customer set group_id = (select max(id) from customer_group) where id % 3 = 0`)
    for (const comparison of cases) await expectSameGroups(comparison)
    expect(await findWrongSums(it)).toEqual([])
  })

  test('an order that is paid in a summed month counts at once', async () => {
    await setSummed(true)
    await it.kernel.db
      .run(sql`insert into sales_order (order_number, customer_id, person_id, email, language, currency, subtotal_minor, shipping_minor,
        total_minor, base_total_minor, paid_minor, status, paid_at, placed_at, store_id, source, payment_title, imported_from)
      select 'LATE-1', id, person_id, email, 'en-US', 'HKD', 0, 1234, 1234, 1234, 1234, 'completed', '2025-02-03 04:05:06+00', now(), 2, 'import', 'Cash', 'Old shop'
      from customer where email like 'filled%' order by id limit 1`)
    for (const comparison of cases) await expectSameGroups(comparison)
    await sumDays()
    for (const comparison of cases) await expectSameGroups(comparison)
  })

  test('a sale in the last second of a month belongs to that month in the time zone of the shop', async () => {
    const border = await it.kernel.db.rows<{ month: string; day: string }>(sql`
      select distinct to_char(o.paid_at at time zone 'Asia/Hong_Kong', 'YYYY-MM') as month, e.day::text
      from sales_order o join sales_entry e on e.order_id = o.id and e.kind = 'sale'
      where (o.paid_at + interval '1 microsecond') at time zone 'Asia/Hong_Kong' = date_trunc('month', (o.paid_at + interval '1 microsecond') at time zone 'Asia/Hong_Kong')`)
    expect(border.length).toBeGreaterThan(8)
    for (const { month, day } of border) expect(day.slice(0, 7)).toBe(month)
  })

  test('the rows behind each number add up to it', async () => {
    const groups = await readGroups('sales', ['month', 'store'], Object.keys(SALES))
    for (const group of groups.filter((_, n) => n % 9 === 0)) {
      const filter = JSON.stringify({ month: [group['month']], store: [group['store']] })
      const sums = await sumRows(filter)
      for (const name of ['orders', 'gross', 'discount', 'net', 'refund', 'shipping', 'cost'])
        expect(sums[name], `${name} of ${filter}`).toBe(group[name])
    }
  })
})

/** Sums of all rows behind the numbers of a group of the sales report, by measure. */
async function sumRows(filter: string): Promise<Record<string, number>> {
  const sums: Record<string, number> = {}
  for (let page = 1; ; page++) {
    const query = new URLSearchParams({ from: span.from, to: '2026-03-31', filter, page: String(page), limit: '100' })
    const { body } = await owner.get(`/api/admin/report/sales/rows?${query}`)
    for (const { cells } of body.data)
      for (const [n, { name, type }] of body.columns.entries())
        if (type === 'money' || type === 'count') sums[name] = (sums[name] ?? 0) + toMinor(cells[n] ?? '0')
    if (body.data.length < 100) return sums
  }
}
