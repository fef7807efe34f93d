import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sql } from 'stoa'
import { captureStatements, listenTo } from '../../../tests/support/query-listener.ts'
import { address, fine, openShop, type Shop } from '../../../tests/support/selling-shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({}, [], ['sales', 'inventory'])
})
afterAll(() => shop.it.close())

/** Database round trips during `work`: the names of the statements in each, or their first word. */
async function captureTrips(work: () => Promise<unknown>): Promise<string[][]> {
  const trips: string[][] = []
  let open = false
  await listenTo(({ name, text }) => {
    // As the connections batch them: statements issued in the same tick are sent in one round trip.
    if (!open) trips.push([])
    open = true
    process.nextTick(() => (open = false))
    trips.at(-1)?.push(name ?? text.trim().split(/\s/)[0] ?? '')
  }, work)
  return trips
}

async function createCart(stocks: readonly number[]): Promise<string> {
  let cart: string | undefined
  for (const stock_id of stocks)
    cart = fine(await shop.it.guest.post('/api/cart/item', { cart_id: cart, stock_id, quantity: 2 })).body.cart_id
  return cart ?? ''
}

/** Counts connections to this database that wait for a lock. */
const WAITING = sql`select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

const createCheckoutInput = (cart_id: string) => ({
  cart_id,
  guest: { email: 'may@shop.test', first_name: 'May', last_name: 'Chan' },
  shipping_address: address,
  shipping_method: 'courier',
  payment_method: 'bank',
})

test('a sale makes few round trips: order and reservation are written in one', async () => {
  const stock = await shop.stock(20)
  // Run once to fill the caches.
  fine(await shop.it.guest.post('/api/checkout', createCheckoutInput(await createCart([stock]))))
  // Post-commit statements are sent separately and are not part of the next sale's round trips.
  await shop.it.jobs()
  const cart = await createCart([stock])
  const trips = await captureTrips(async () => fine(await shop.it.guest.post('/api/checkout', createCheckoutInput(cart))))
  const first = trips.findIndex((trip) => trip.includes('sales.cart-lock guest'))
  const last = trips.findIndex((trip) => trip.includes('commit'))
  expect(trips[first]).toContain('begin')
  expect(trips.slice(first + 1, last + 1)).toEqual([
    ['catalogue.has-own-prices'],
    ['sales.order-write', 'inventory.reserve'],
    ['payments.open'],
    expect.arrayContaining(['commit']),
  ])
})

test('a sale takes twelve statements, and its email and timeline entry one each', async () => {
  const stock = await shop.stock(20)
  fine(await shop.it.guest.post('/api/checkout', createCheckoutInput(await createCart([stock]))))
  await shop.it.jobs()
  const cart = await createCart([stock])
  const placing = await captureStatements(async () => fine(await shop.it.guest.post('/api/checkout', createCheckoutInput(cart))))
  const statements = placing.slice(0, placing.indexOf('commit') + 1)
  expect(statements.length, statements.join('\n\n')).toBeLessThanOrEqual(12)
  const following = await captureStatements(() => shop.it.jobs())
  const written = following.filter((text) => /insert into (mail|order_mail|timeline_activity)|^(begin|commit)$/.test(text))
  expect(written, following.join('\n\n')).toEqual([
    expect.stringContaining('insert into order_mail'),
    expect.stringContaining('timeline_activity'),
  ])
})

test('each order line is reserved under its own id, in the order of the cart', async () => {
  const stocks = [await shop.stock(5), await shop.stock(5), await shop.stock(5)].toReversed()
  const { order_number } = fine(await shop.it.guest.post('/api/checkout', createCheckoutInput(await createCart(stocks)))).body
  const rows = await shop.it.kernel.db.rows<{ subject_id: number; held: number; stock_id: number }>(
    sql`select l.subject_id, r.stock_id, r.quantity as held from sales_order o join order_line l on l.order_id = o.id
      join reservation r on r.line_id = l.id and r.document_type = 'order' and r.document_id = o.id where o.order_number = ${order_number} order by l.id`,
  )
  expect(rows).toEqual(stocks.map((id) => ({ subject_id: id, stock_id: id, held: 2 })))
})

test('a sale that loses the race for the stock gets the remaining quantity and writes nothing', async () => {
  const stock = await shop.stock(3)
  const cart = await createCart([stock])
  const { db } = shop.it.kernel
  const before = await db.one(sql`select count(*)::int as n from sales_order`)
  const other = await db.pool.connect()
  await other.query('begin')
  await other.query('update inventory set reserved = 2 where stock_id = $1', [stock])
  const answer = shop.it.guest.post('/api/checkout', createCheckoutInput(cart))
  // The checkout has read that three units are available and waits for the lock on this inventory line.
  await vi.waitUntil(async () => (await db.one<{ n: number }>(WAITING))?.n === 1, { timeout: 10_000, interval: 20 })
  await other.query('commit')
  other.release()
  const late = await answer
  expect(late.status, JSON.stringify(late.body)).toBe(409)
  expect(late.body).toMatchObject({ code: 'CART_CHANGED', messages: [expect.stringContaining('Only 1 can be bought')] })
  expect(await db.one(sql`select count(*)::int as n from sales_order`)).toEqual(before)
  await db.run(sql`update inventory set reserved = 0 where stock_id = ${stock}`)
  fine(await shop.it.guest.post('/api/checkout', createCheckoutInput(cart)))
})

test('a rejected sale leaves no locks, and its cart can still be ordered', async () => {
  const stock = await shop.stock(2)
  const cart = await createCart([stock])
  const refused = await shop.it.guest.post('/api/checkout', { ...createCheckoutInput(cart), shipping_address: null })
  expect(refused.status).toBe(422)
  fine(await shop.it.guest.post('/api/checkout', createCheckoutInput(cart)))
})

test('a failed order write leaves no order and no reservation', async () => {
  const stock = await shop.stock(3)
  const cart = await createCart([stock])
  const { db } = shop.it.kernel
  const free = () => db.one<{ n: number }>(sql`select sum(quantity - reserved)::int as n from inventory where stock_id = ${stock}`)
  await db.run(sql`alter table sales_order add constraint never check (email <> 'never@shop.test') not valid`)
  const never = { ...createCheckoutInput(cart), guest: { email: 'never@shop.test', first_name: 'Never', last_name: 'Ever' } }
  expect((await shop.it.guest.post('/api/checkout', never)).status).toBe(500)
  await db.run(sql`alter table sales_order drop constraint never`)
  expect(await free()).toEqual({ n: 3 })
  fine(await shop.it.guest.post('/api/checkout', never))
  expect(await free()).toEqual({ n: 1 })
})
