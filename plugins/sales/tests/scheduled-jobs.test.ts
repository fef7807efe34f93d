import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { PURCHASE_HISTORY } from 'stoa/plugins/catalogue'
import { AUDIENCES } from 'stoa/plugins/people'
import { fine, openShop, type Shop } from '../../../tests/support/selling-shop.ts'
import { completeShipped, cancelExpiredOrders } from '../services/order-jobs.ts'
import { readOrderFacts } from '../services/order/order-facts.ts'
import { updateSoldCounts } from '../services/sold-counts.ts'

/** Scheduled jobs for orders and carts, and sold counts. */
let shop: Shop
let n = 0
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.it.close())

const { run, rows } = {
  run: (statement: ReturnType<typeof sql>) => shop.it.kernel.db.run(statement),
  rows: <T>(statement: ReturnType<typeof sql>) => shop.it.kernel.db.rows<T & object>(statement),
}
const buy = async (quantity = 1, more: object = {}) => {
  const email = `k${++n}@shop.test`
  return {
    ...(await shop.buy(await shop.stock(9, '50.00'), quantity, { guest: { email, first_name: 'May', last_name: 'Chan' }, ...more })),
    email,
  }
}
const paid = async (quantity = 1) => {
  const o = await buy(quantity)
  fine(await shop.owner.post(`/api/admin/order/${o.id}/pay`, {}))
  return o
}
const status = async (id: number) => (await shop.order(id)).status

test('shipped orders are completed after the configured days, unless a return is on its way', async () => {
  fine(await shop.owner.put('/api/admin/settings/order', { complete_days: 10 }))
  const [old, young, coming] = [await paid(), await paid(), await paid()]
  for (const o of [old, young, coming]) fine(await shop.owner.post(`/api/admin/order/${o.id}/ship`))
  const [line] = (await shop.order(coming.id)).lines
  const back = fine(
    await shop.owner.post(`/api/admin/order/${coming.id}/return`, { lines: [{ order_line_id: line.id, quantity: 1 }] }),
  ).body
  const sent = (id: number, ago: string) => run(sql`update sales_order set shipped_at = now() - ${ago}::interval where id = ${id}`)
  await sent(old.id, '10 days 1 minute')
  await sent(young.id, '9 days 23 hours')
  await sent(coming.id, '30 days')
  await completeShipped(shop.it.ctx)
  expect([await status(old.id), await status(young.id), await status(coming.id)]).toEqual(['completed', 'shipped', 'shipped'])
  fine(await shop.owner.put(`/api/admin/return/${back.id}`, { status: 'canceled', reason: 'Kept it' }))
  await completeShipped(shop.it.ctx)
  expect(await status(coming.id)).toBe('completed')
  fine(await shop.owner.put('/api/admin/settings/order', { complete_days: 14 }))
})

test('an expired order that cannot be canceled does not block the others', async () => {
  const [stuck, due, early] = [await buy(), await buy(), await buy()]
  await run(sql`update sales_order set hold_expires_at = now() - interval '1 minute' where id = any(${[stuck.id, due.id]}::bigint[])`)
  // The payment is booked, but the order has not been updated yet.
  await run(sql`update sales_order set paid_minor = 1 where id = ${stuck.id}`)
  await cancelExpiredOrders(shop.it.ctx)
  expect([await status(stuck.id), await status(due.id), await status(early.id)]).toEqual(['pending', 'canceled', 'pending'])
  expect(await shop.order(due.id)).toMatchObject({ cancel_reason: 'Payment overdue', hold_expires_at: null })
  await run(sql`update sales_order set paid_minor = 0, hold_expires_at = now() + interval '1 day' where id = ${stuck.id}`)
})

test('an order canceled for overdue payment emails its buyer in their language', async () => {
  const o = await buy(1, { language: 'zh-HK' })
  await run(sql`update sales_order set hold_expires_at = now() - interval '1 minute' where id = ${o.id}`)
  await cancelExpiredOrders(shop.it.ctx)
  await shop.it.jobs()
  const [mail] = await rows<{ subject: string }>(sql`select subject from mail where recipient = ${o.email} order by id desc limit 1`)
  expect(mail?.subject).toContain(o.number)
  expect(mail?.subject).toMatch(/[一-鿿]/)
})

test('abandoned carts are deleted after 90 days; ordered and active ones stay', async () => {
  const cart = async () =>
    fine(await shop.it.guest.post('/api/cart/item', { stock_id: await shop.stock(5), quantity: 1 })).body.cart_id as string
  const [idle, used] = [await cart(), await cart()]
  const ordered = await buy()
  await run(sql`update cart set updated_at = now() - interval '91 days' where public_id = ${idle}`)
  await run(sql`update cart set updated_at = now() - interval '89 days' where public_id = ${used}`)
  await run(sql`update cart set updated_at = now() - interval '91 days' where order_id = ${ordered.id}`)
  await shop.it.clock('sales/idle-carts')
  const left = await rows<{ public_id: string }>(sql`select public_id from cart where public_id = any(${[idle, used]}::text[])`)
  expect(left.map((row) => row.public_id)).toEqual([used])
  expect(await rows(sql`select 1 as one from cart where order_id = ${ordered.id}`)).toHaveLength(1)
})

test('sold counts cover 90 days of valid orders, without drafts', async () => {
  const stock = await shop.stock(50)
  const [{ product }] = (await rows<{ product: number }>(sql`select product_id as product from stock where id = ${stock}`)) as [
    { product: number },
  ]
  const sold = async () => {
    await updateSoldCounts(shop.it.ctx)
    return (await rows<{ n: number }>(sql`select sold as n from product_shelf where product_id = ${product}`))[0]?.n
  }
  const first = await shop.buy(stock, 2)
  const second = await shop.buy(stock, 3)
  fine(await shop.owner.post('/api/admin/order', { lines: [{ stock_id: stock, quantity: 7 }] }))
  expect(await sold()).toBe(5)
  await run(sql`update sales_order set placed_at = now() - interval '91 days' where id = ${second.id}`)
  expect(await sold()).toBe(2)
  fine(await shop.owner.post(`/api/admin/order/${first.id}/cancel`, { reason: 'x' }))
  expect(await sold()).toBe(0)
})

test('a customer has bought a product once the order is paid, not while pending, canceled or refunded', async () => {
  const email = 'bought@shop.test'
  const customer = fine(
    await shop.owner.post('/api/admin/customer', { email, first_name: 'B', last_name: 'O', password: 'a long password' }),
  ).body.id as number
  const stock = await shop.stock(9)
  const [{ product }] = (await rows<{ product: number }>(sql`select product_id as product from stock where id = ${stock}`)) as [
    { product: number },
  ]
  const readHasBought = () => shop.it.kernel.contributions(PURCHASE_HISTORY).get('order')?.hasBought(customer, product)
  const { id } = fine(await shop.owner.post('/api/admin/order', { customer_id: customer, lines: [{ stock_id: stock, quantity: 1 }] })).body
  const move = async (verb: string, body: object = {}) => fine(await shop.owner.post(`/api/admin/order/${id}/${verb}`, body))
  expect(await readHasBought()).toBe(false)
  await move('place')
  expect(await readHasBought()).toBe(false)
  await move('pay')
  expect(await readHasBought()).toBe(true)
  await move('ship')
  await move('complete')
  expect(await readHasBought()).toBe(true)
  await run(sql`update sales_order set status = 'refunded' where id = ${id}`)
  expect(await readHasBought()).toBe(false)
})

test('the base currency cannot change once there are orders; other currency settings can', async () => {
  const [{ supported_currencies: list }] = [fine(await shop.owner.get('/api/admin/settings/currency')).body.values ?? {}]
  const currencies = list ?? [
    { identifier: 'HKD', rate: '1', mark: '' },
    { identifier: 'USD', rate: '1', mark: '' },
  ]
  const others = currencies.map((c: any) => ({ ...c, rate: '1' }))
  const refused = await shop.owner.put('/api/admin/settings/currency', { base_currency: 'USD', supported_currencies: others })
  expect([refused.status, Object.keys(refused.body.messages)]).toEqual([422, ['base_currency']])
  fine(await shop.owner.put('/api/admin/settings/currency', { base_currency: 'HKD', supported_currencies: others }))
})

test('the buyers audience contains paid, not fully refunded orders, by product and date, with the newest name', async () => {
  const buyers = shop.it.kernel.contributions(AUDIENCES).get('buyers')
  const people = async (input: object, channel = 'email') =>
    (
      await rows<{ address: string; first_name: string }>(
        sql`select address, first_name from (${buyers?.peopleSql(shop.it.ctx, shop.it.kernel.db, input as never, channel as never) ?? sql``}) p where address like 'aud%' order by address`,
      )
    ).map((p) => p.address)
  const stock = await shop.stock(50)
  const [{ product }] = (await rows<{ product: number }>(sql`select product_id as product from stock where id = ${stock}`)) as [
    { product: number },
  ]
  const order = async (email: string, stockId: number) => shop.buy(stockId, 1, { guest: { email, first_name: 'Ada', last_name: 'U' } })
  const open = await order('aud-open@shop.test', stock)
  const full = await order('aud-paid@shop.test', stock)
  const other = await order('aud-other@shop.test', await shop.stock(5))
  const back = await order('aud-back@shop.test', stock)
  for (const o of [full, other, back]) fine(await shop.owner.post(`/api/admin/order/${o.id}/pay`, {}))
  fine(
    await shop.owner.post(`/api/admin/order/${back.id}/refund`, {
      reason: 'x',
      method: 'cash',
      shipping: '40.00',
      lines: [{ order_line_id: (await shop.order(back.id)).lines[0].id, quantity: 1 }],
    }),
  )
  expect(await people({})).toEqual(['aud-other@shop.test', 'aud-paid@shop.test'])
  expect(await people({ products: [product] })).toEqual(['aud-paid@shop.test'])
  await run(sql`update sales_order set placed_at = '2020-05-05T12:00:00Z' where id = ${other.id}`)
  expect(await people({ since: '2020-05-05' })).toEqual(['aud-other@shop.test', 'aud-paid@shop.test'])
  expect(await people({ since: '2020-05-07' })).toEqual(['aud-paid@shop.test'])
  for (const since of ['yesterday', '2020-13-01', '2020-5-5'])
    expect(() => buyers?.peopleSql(shop.it.ctx, shop.it.kernel.db, { since } as never, 'email'), since).toThrow('INVALID')
  expect(open.id).toBeGreaterThan(0)
})

test('order facts give the item value minus refunds and exclusions, in the base currency', async () => {
  const { id } = await paid(4)
  const readFacts = async () => readOrderFacts(shop.it.kernel.db, shop.it.ctx, id)
  const before = await readFacts()
  expect([before?.getLinesAmount(), before?.net_paid, before?.paid, before?.finished]).toEqual([20_000, 24_000, true, false])
  expect(before?.getLinesAmount(new Set(before.products))).toBe(0)
  const [line] = (await shop.order(id)).lines
  fine(
    await shop.owner.post(`/api/admin/order/${id}/refund`, {
      reason: 'x',
      method: 'cash',
      lines: [{ order_line_id: line.id, quantity: 1 }],
    }),
  )
  const after = await readFacts()
  expect([after?.getLinesAmount(), after?.net_paid]).toEqual([15_000, 19_000])
  await run(sql`update sales_order set exchange_rate = 0.5 where id = ${id}`)
  const abroad = await readFacts()
  expect([abroad?.getLinesAmount(), abroad?.net_paid]).toEqual([30_000, 38_000])
  expect(await readOrderFacts(shop.it.kernel.db, shop.it.ctx, 999_999)).toBeUndefined()
})
