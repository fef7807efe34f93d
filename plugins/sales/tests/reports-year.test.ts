import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { id, join, sql, type Sql } from 'stoa'
import { type Client, type TestApp, testApp } from '../../../tests/support/app.ts'
import { fillSales } from '../../../tests/support/fill-sales.ts'

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

/** Sales by line, from the orders and not from the ledger; the row without a product is the order with its shipping. */
const SOLD = sql`select (o.paid_at at time zone 'Asia/Hong_Kong')::date as day, o.store_id, o.currency, o.id as order_id, o.person_id, l.product_id, 0 as orders, l.quantity,
    round(l.unit_minor * l.quantity / o.exchange_rate) as gross, round(l.total_minor / o.exchange_rate) as net, 0 as shipping, l.cost_minor * l.quantity as cost,
    0 as refund, 0 as refunded_quantity
  from sales_order o join order_line l on l.order_id = o.id where o.paid_at is not null
  union all
  select (o.paid_at at time zone 'Asia/Hong_Kong')::date, o.store_id, o.currency, o.id, o.person_id, null, 1, 0, 0, 0, round(o.shipping_minor / o.exchange_rate), 0, 0, 0
  from sales_order o where o.paid_at is not null`

/** Refunds by line, from the documents of refunds. */
const REFUNDED = sql`select r.created_at::date as day, o.store_id, o.currency, o.id as order_id, o.person_id, l.product_id, 0 as orders, 0 as quantity, 0 as gross,
    0 as net, 0 as shipping, -l.cost_minor * x.quantity as cost, round(x.amount_minor / o.exchange_rate) as refund, x.quantity as refunded_quantity
  from refund r join sales_order o on o.id = r.order_id join refund_line x on x.refund_id = r.id join order_line l on l.id = x.order_line_id
  union all
  select r.created_at::date, o.store_id, o.currency, o.id, o.person_id, null, 0, 0, 0, 0, -round(r.shipping_minor / o.exchange_rate), 0, 0, 0
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

describe('on a year of orders in three stores and three currencies', () => {
  test.each<[string, string, Record<string, Sql>, Measures, Sql?]>([
    ['sales', 'day', { day: sql`day::text` }, SALES],
    ['sales', 'month, store and currency', { month: MONTH, store: sql`store_id::text`, currency: sql`currency` }, SALES],
    ['products', 'product', { product: sql`product_id::text` }, PRODUCTS, sql`product_id is not null`],
    ['products', 'month and store', { month: MONTH, store: sql`store_id::text` }, PRODUCTS, sql`product_id is not null`],
    ['customer', 'month', { month: MONTH }, CUSTOMERS],
  ])('the %s report by %s equals what the orders and refunds add up to, to the cent', async (report, _by, keys, measures, where) => {
    const groups = await readGroups(report, Object.keys(keys), Object.keys(measures))
    const filled = groups.filter((group) => Object.keys(measures).some((name) => group[name] !== 0))
    const computed = (await computeGroups(keys, measures, where)).filter((group) => Object.keys(measures).some((name) => group[name] !== 0))
    expect(computed.length).toBeGreaterThan(11)
    expect(sorted(filled)).toEqual(sorted(computed))
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
