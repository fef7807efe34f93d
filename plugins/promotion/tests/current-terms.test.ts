import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import pg from 'pg'
import { type PromotionShop, promotionShop } from './support.ts'

/** A sale is decided on the data in the database, even if no process was notified of the change. */
let shop: PromotionShop
let other: pg.Client
let cup: number
let rule: number
beforeAll(async () => {
  shop = await promotionShop([])
  cup = await shop.stock(99, '100.00')
  rule = await shop.rule([{ type: 'amount_order', value: { amount: '10.00' } }])
  other = new pg.Client({ connectionString: shop.it.url })
  await other.connect()
})
afterAll(async () => {
  await other.end()
  await shop.it.close()
})
beforeEach(async () => {
  await other.query(`update promotion set status = 'disabled'; delete from stock_price;
    update shipping_method set price_minor = 4000; update payment_method set enabled = true`)
})

/** Fills the caches with a displayed cart and an order, then changes data over another connection and checks out. */
async function buyAfter(change: string) {
  const { cart_id } = await shop.cart(shop.it.guest, [[cup, 2]], [])
  await shop.place(shop.it.guest, (await shop.cart(shop.it.guest, [[cup, 2]], [])).cart_id)
  await other.query(change)
  return shop.place(shop.it.guest, cart_id)
}

const totalAfter = async (change: string) => (await buyAfter(change)).body.order?.total

test('a shipping price is read from the database at checkout', async () => {
  expect(await totalAfter('select 1')).toBe('240.00')
  expect(await totalAfter('update shipping_method set price_minor = 5000')).toBe('250.00')
})

test('a disabled payment method accepts no orders', async () => {
  const refused = await buyAfter("update payment_method set enabled = false where code = 'bank'")
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([422, expect.stringContaining('payment_method')])
})

test('a quantity price is effective as soon as it is committed', async () => {
  expect(await totalAfter(`insert into stock_price (stock_id, price_minor, min_quantity) values (${cup}, 8000, 2)`)).toBe('200.00')
})

test('a promotion is effective as soon as it is committed', async () => {
  expect(await totalAfter(`update promotion set status = 'published' where id = ${rule}`)).toBe('230.00')
})
