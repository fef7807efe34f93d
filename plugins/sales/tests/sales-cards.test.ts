import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import type { Client } from '../../../tests/support/app.ts'
import { fine, openShop, type Shop } from '../../../tests/support/selling-shop.ts'

/** Dashboard cards of sales, read from its reports and its list of orders. */
let shop: Shop
let waiting: { id: number }
beforeAll(async () => {
  shop = await openShop({}, ['reports', 'desk'])
  const [tea, cup] = [await shop.stock(50, '100.00'), await shop.stock(50, '20.00')]
  const orders = [await shop.buy(tea, 2), await shop.buy(cup, 5), await shop.buy(tea, 1)]
  for (const { id } of orders) fine(await shop.owner.post(`/api/admin/order/${id}/payment`, { reference: `T-${id}` }))
  waiting = orders[0] as { id: number }
  const [sold, , ended] = orders as { id: number }[]
  const [line] = (await shop.order(sold?.id ?? 0)).lines
  const lines = [{ order_line_id: line.id, quantity: 1 }]
  fine(await shop.owner.post(`/api/admin/order/${sold?.id}/refund`, { reason: 'x', method: 'cash', lines }))
  // The last sale belongs to the period before.
  await shop.it.kernel.db.run(sql`alter table sales_entry disable trigger user`)
  await shop.it.kernel.db.run(sql`update sales_entry set day = day - 7 where order_id = ${ended?.id ?? 0}`)
})
afterAll(() => shop.it.close())

const card = async (name: string, client: Client = shop.owner, period = 'last_7_days') =>
  (await client.get(`/api/admin/cards?period=${period}&card=${name}`)).body.data[0]
const figures = async (name: string, period?: string) =>
  Object.fromEntries((await card(name, shop.owner, period)).content.figures.map((row: any) => [row.title, [row.value, row.compared]]))

test('sales of the period stand beside those of the period before', async () => {
  expect(await figures('sales')).toMatchObject({ Orders: ['2', '1'], 'Net sales': ['300.00', '100.00'], Refunds: ['100.00', '0.00'] })
  expect(await figures('sales_today', 'last_year')).toEqual({ Orders: ['2', '0'], 'Net sales': ['300.00', '0.00'] })
  expect(await figures('refunds')).toEqual({ Refunds: ['100.00', '0.00'] })
})

test('the course of sales has a point for each day, also of the period before', async () => {
  const { chart } = (await card('sales')).content
  expect(chart).toMatchObject({ kind: 'line', type: 'money', series: [{ name: 'Net sales' }, { name: 'Previous period' }] })
  expect(chart.labels).toHaveLength(7)
  expect(chart.series.map(({ data }: { data: string[] }) => data.at(-1))).toEqual(['300.00', '100.00'])
  expect(chart.series[1].data.slice(0, 6)).toEqual(Array.from({ length: 6 }, () => '0'))
  // A single day has no course.
  expect((await card('sales', shop.owner, 'today')).content.chart).toBeUndefined()
  expect((await card('sales', shop.owner, 'last_year')).content.chart).toBeUndefined()
})

test('the products that sold most are listed for those who may see products', async () => {
  expect((await card('top_products')).content.rows).toMatchObject([
    { title: 'Goods 1', value: '200.00', type: 'money', link: expect.stringMatching(/^product\/edit\/\d+$/) },
    { title: 'Goods 2', value: '100.00' },
  ])
  expect(await card('top_products', await shop.it.staff(['get product report']))).toBeUndefined()
  expect(await card('top_products', await shop.it.staff(['get product report', 'get product']))).toBeDefined()
})

test('orders that wait are listed with their number, for those who may read orders', async () => {
  const { records } = (await card('orders', await shop.it.staff('sales.viewer'))).content
  expect(records).toMatchObject({ resource: 'order', total: 3 })
  expect(records.data.at(-1)).toMatchObject({ id: waiting.id, status: 'paid' })
  expect(await card('sales', await shop.it.staff('sales.viewer'))).toBeUndefined()
})

test('a customer who created an account counts once, in the period', async () => {
  await shop.it.kernel.db.run(sql`update customer set created_at = now() - interval '10 days'`)
  fine(await shop.owner.post('/api/admin/customer', { first_name: 'New', last_name: 'One', email: 'new@card.test' }))
  const { content } = await card('new_customers')
  expect(content.figures).toMatchObject([{ value: '1' }])
})

test('without reports, the cards of reports do not exist', async () => {
  const bare = await openShop({}, ['desk'])
  try {
    const { data, available } = (await bare.owner.get('/api/admin/cards')).body
    expect([...data, ...available].map(({ name }: { name: string }) => name)).not.toContain('sales')
    expect(data.map(({ name }: { name: string }) => name)).toContain('orders')
  } finally {
    await bare.it.close()
  }
})
