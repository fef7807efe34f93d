import { afterAll, beforeAll, expect, test } from 'vitest'
import { sign, sql } from 'stoa'
import { fine, openShop, type Shop } from '../../../tests/support/selling-shop.ts'
import { roundDownTotal } from '../services/order/hand-out.ts'

/** Payment links of orders, and cash rounding. */
let shop: Shop
let stock: number
beforeAll(async () => {
  shop = await openShop()
  stock = await shop.stock(900, '33.37')
})
afterAll(() => shop.it.close())

type Order = Awaited<ReturnType<Shop['buy']>>
const link = (o: Order, body: object = {}) => shop.owner.post(`/api/admin/order/${o.id}/pay_link`, body)
const fields = ({ status, body }: { status: number; body: any }) => [status, ...Object.keys(body.messages ?? {})]
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const getPayToken = (url: string) => new URL(url).searchParams.get('pay') ?? ''
const see = (o: Pick<Order, 'number'>, pay: string) => shop.it.guest.get(`/api/order/${o.number}?pay=${encodeURIComponent(pay)}`)
const made = (o: Order, seconds: number) => {
  const expires = Math.floor(Date.now() / 1_000) + seconds
  return `${expires}.${sign(shop.it.kernel.config, 'pay', `${o.number} ${expires}`)}`
}

test('a pay link opens only its own order until it expires, to the second', async () => {
  const [o, other] = [await shop.buy(stock), await shop.buy(stock)]
  expect((await see(o, made(o, 5))).status).toBe(200)
  const wrong = [
    made(o, -1),
    made(other, 5),
    `1${made(o, 5)}`,
    made(o, 5).replace('.', ','),
    `${made(o, 5)}x`,
    '',
    '.',
    made(o, 5).slice(0, 10),
  ]
  for (const token of wrong) expect([401, 403, 404], token).toContain((await see(o, token)).status)
})

test.each([
  [0, false],
  [-1, false],
  [59.99, true],
  [60.01, false],
])('a pay link that expires in %d days is created: %s', async (days, good) => {
  const answer = await link(await shop.buy(stock), { expires_at: inDays(days) })
  expect(fields(answer)).toEqual(good ? [201] : [422, 'expires_at'])
})

test('a pay link without an expiry lasts as configured and holds the stock until then', async () => {
  fine(await shop.owner.put('/api/admin/settings/order', { pay_link_days: 3 }))
  const o = await shop.buy(stock)
  const { url, expires_at } = fine(await link(o)).body
  expect(Math.abs(Date.parse(expires_at) - Date.parse(inDays(3)))).toBeLessThan(10_000)
  expect(new URL(url).pathname).toBe(`/en-US/order/view/${o.number}`)
  expect((await see(o, getPayToken(url))).status).toBe(200)
  const holdRow = await shop.it.kernel.db.one<{ until: string }>(sql`select hold_expires_at as until from sales_order where id = ${o.id}`)
  expect(Math.abs(Date.parse(holdRow?.until ?? '') - Date.parse(expires_at))).toBeLessThan(60_000)
})

test('a paid, canceled or draft order has no pay link; without an email address none is sent', async () => {
  const [paid, canceledOrder] = [await shop.buy(stock), await shop.buy(stock)]
  fine(await shop.owner.post(`/api/admin/order/${paid.id}/pay`, {}))
  fine(await shop.owner.post(`/api/admin/order/${canceledOrder.id}/cancel`, { reason: 'x' }))
  const draft = fine(await shop.owner.post('/api/admin/order', { lines: [{ stock_id: stock, quantity: 1 }] })).body
  for (const o of [paid, canceledOrder, { ...paid, id: draft.id }]) expect((await link(o)).status).toBe(409)
  const nameless = await shop.buy(stock)
  await shop.it.kernel.db.run(sql`update sales_order set email = '' where id = ${nameless.id}`)
  expect(fields(await link(nameless, { send: true }))).toEqual([422, 'send'])
  expect((await link(nameless, { send: false })).status).toBe(201)
  expect((await link({ ...paid, id: 999_999 })).status).toBe(404)
})

/** Reduces an order by the amount that no coin can pay, and reads it. */
const rounded = async (o: Order, amount: number) => {
  await shop.it.kernel.transaction((tx) => roundDownTotal(tx, o, amount, 'Rounding'))
  const row = await shop.it.kernel.db.one(sql`select discount_minor as discount, shipping_minor as shipping, total_minor as total,
    base_total_minor as base, (select json_agg(total_minor order by id) from order_line l where l.order_id = o.id) as lines from sales_order o where id = ${o.id}`)
  return row
}

test('cash rounding is deducted from lines in proportion, and from shipping once the lines are zero', async () => {
  const cart = fine(await shop.it.guest.post('/api/cart/item', { stock_id: stock, quantity: 1 })).body.cart_id
  const cheap = await shop.stock(9, '0.02')
  fine(await shop.it.guest.post('/api/cart/item', { cart_id: cart, stock_id: cheap, quantity: 1 }))
  const two = await shop.buy(stock, 1, { cart_id: cart })
  expect(await rounded(two, 9)).toEqual({ discount: 9, shipping: 4_000, total: 7_330, base: 7_330, lines: [3_328, 2] })
  const tiny = await shop.buy(cheap, 1)
  expect(await rounded(tiny, 9)).toEqual({ discount: 2, shipping: 3_993, total: 3_993, base: 3_993, lines: [0] })
  const adjustmentRows = await shop.it.kernel.db.rows(
    sql`select kind, label, amount_minor as amount, shares from order_adjustment where order_id = ${tiny.id}`,
  )
  expect(adjustmentRows).toEqual([{ kind: 'rounding', label: 'Rounding', amount: -9, shares: [2] }])
  // Documents show the rounding in the discount, as far as it reduced lines.
  const view = await shop.order(tiny.id)
  expect(view).toMatchObject({ discount: '0.02', shipping: '39.93', total: '39.93' })
})

test('in another currency the base total follows the exchange rate, rounded half up', async () => {
  const o = await shop.buy(stock, 1)
  await shop.it.kernel.db.run(sql`update sales_order set currency = 'USD', exchange_rate = 0.128 where id = ${o.id}`)
  expect(await rounded(o, 7)).toMatchObject({ total: 7_330, base: Math.round(7_330 / 0.128) })
})
