import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import type { Client } from '../../../tests/support/app.ts'
import { address, fine, openShop, type Shop } from '../../../tests/support/selling-shop.ts'
import { parseLineOptions } from '../services/cart-items.ts'

/** What a cart can contain, and what prevents its checkout. */
let shop: Shop
let n = 0
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.it.close())

const fields = ({ status, body }: { status: number; body: any }) => [status, ...Object.keys(body.messages ?? {})]
const add = (body: object, client: Client = shop.it.guest) => client.post('/api/cart/item', { quantity: 1, ...body })
const set = (cart_id: string, item_id: number, quantity: number) => shop.it.guest.put('/api/cart/item', { cart_id, item_id, quantity })
const look = async (cart_id: string) => fine(await shop.it.guest.post('/api/cart', { cart_id })).body
const guest = { email: 'may@shop.test', first_name: 'May', last_name: 'Chan' }
const checkoutInput = { guest, shipping_address: address, shipping_method: 'courier', payment_method: 'bank' }
const order = (cart_id: string, more: object = {}) => shop.it.guest.post('/api/checkout', { cart_id, ...checkoutInput, ...more })
const findProductId = async (stock: number) =>
  (await shop.it.kernel.db.one<{ id: number }>(sql`select product_id as id from stock where id = ${stock}`))?.id ?? 0
const customer = async () => {
  const account = { email: `cart${++n}@shop.test`, first_name: 'C', last_name: 'R', password: 'a long password' }
  fine(await shop.owner.post('/api/admin/customer', account))
  return shop.it.as(fine(await shop.it.guest.post('/api/login', account)).body.token)
}

test('a cart item must exist, with a whole quantity of at least one and within the stock', async () => {
  const stock = await shop.stock(5)
  for (const quantity of [0, -1, 1.5, 10_000])
    expect(fields(await add({ stock_id: stock, quantity })), `${quantity}`).toEqual([422, 'quantity'])
  expect(fields(await add({ stock_id: 999_999 }))).toEqual([422, 'stock_id'])
  expect(fields(await add({}))).toEqual([422, 'stock_id'])
  expect(fields(await add({ kind: 'moon', subject_id: 1 }))).toEqual([422, 'kind'])
  expect(fields(await add({ kind: 'moon' }))).toEqual([422, 'subject_id'])
  const over = await add({ stock_id: stock, quantity: 6 })
  expect([over.status, over.body.messages.quantity[0]]).toEqual([422, expect.stringContaining('5')])
  const { cart_id } = fine(await add({ kind: 'stock', subject_id: stock, quantity: 3 })).body
  expect(fields(await add({ cart_id, stock_id: stock, quantity: 3 }))).toEqual([422, 'quantity'])
  expect(fine(await add({ cart_id, stock_id: stock, quantity: 2 })).body.items).toMatchObject([{ quantity: 5, subtotal: '500.00' }])
})

test('a rejected first item creates no cart, and cart ids are not guessable', async () => {
  const carts = async () => (await shop.it.kernel.db.one<{ n: number }>(sql`select count(*)::int as n from cart`))?.n
  const before = await carts()
  await add({ stock_id: await shop.stock(1), quantity: 2 })
  expect(await carts()).toBe(before)
  const stock = await shop.stock(9)
  const [one, two] = [fine(await add({ stock_id: stock })).body.cart_id, fine(await add({ stock_id: stock })).body.cart_id]
  expect(one).not.toBe(two)
  expect(one.length).toBeGreaterThanOrEqual(20)
})

test('a line is changed and removed only by its own cart, and lines of one stock share its quantity limit', async () => {
  const stock = await shop.stock(5)
  const mine = fine(await add({ stock_id: stock, quantity: 2, additional_options: { engraving: 'A' } })).body
  const other = fine(await add({ stock_id: stock })).body
  const [item] = mine.items
  expect((await set(other.cart_id, item.id, 1)).status).toBe(404)
  expect((await set('nobody', item.id, 1)).status).toBe(404)
  fine(await shop.it.guest.delete('/api/cart/item', { cart_id: other.cart_id, item_id: item.id }))
  expect((await look(mine.cart_id)).items).toHaveLength(1)
  const both = fine(await add({ cart_id: mine.cart_id, stock_id: stock, quantity: 2, additional_options: { engraving: 'B' } })).body
  expect(both.items.map((i: any) => [i.quantity, i.additional_options])).toEqual([
    [2, { engraving: 'A' }],
    [2, { engraving: 'B' }],
  ])
  expect(fields(await set(mine.cart_id, item.id, 4))).toEqual([422, 'quantity'])
  expect(fine(await set(mine.cart_id, item.id, 3)).body.item_count).toBe(5)
  fine(await shop.it.guest.delete('/api/cart/item', { cart_id: mine.cart_id, item_id: item.id }))
  fine(await shop.it.guest.delete('/api/cart/item', { cart_id: mine.cart_id, item_id: item.id }))
  expect((await look(mine.cart_id)).item_count).toBe(2)
})

test('line options are a few short texts with plain keys, and anything else is rejected', () => {
  expect(parseLineOptions({ b: 'two', a: 'one', c: '', d: null })).toEqual({ a: 'one', b: 'two' })
  expect(Object.keys(parseLineOptions({ b: '2', a: '1' }))).toEqual(['a', 'b'])
  for (const none of [undefined, null, '']) expect(parseLineOptions(none)).toEqual({})
  for (const bad of [
    [],
    'x',
    5,
    { A: '1' },
    { '1a': '1' },
    { a: 5 },
    { a: 'x'.repeat(201) },
    { a: 'nul\0' },
    { a: {} },
    { __proto__: null, 'a-b': '1' },
  ])
    expect(() => parseLineOptions(bad), JSON.stringify(bad)).toThrow('INVALID')
  const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 'v']))
  expect(Object.keys(parseLineOptions(many(10)))).toHaveLength(10)
  expect(() => parseLineOptions(many(11))).toThrow('INVALID')
  expect(parseLineOptions({ a: 'x'.repeat(200) })).toEqual({ a: 'x'.repeat(200) })
})

test('a price change is reported once in the cart and applies immediately', async () => {
  const stock = await shop.stock(9, '50.00')
  const { cart_id } = fine(await add({ stock_id: stock, quantity: 2 })).body
  const price = async (amount: number) => {
    await shop.it.kernel.db.run(sql`update stock set price_minor = ${amount} where id = ${stock}`)
  }
  await price(4_000)
  const cheaper = await look(cart_id)
  expect([cheaper.total, cheaper.notices.length]).toEqual(['80.00', 1])
  expect((await look(cart_id)).notices).toEqual([])
  await price(6_000)
  const increasedView = await look(cart_id)
  expect([increasedView.total, increasedView.notices.length]).toEqual(['120.00', 1])
  expect(increasedView.notices[0]).not.toBe(cheaper.notices[0])
})

test('hidden or insufficient items are marked in the cart and rejected at checkout; after correction the order is placed', async () => {
  const [hiddenStock, few] = [await shop.stock(9), await shop.stock(5)]
  const { cart_id } = fine(await add({ stock_id: hiddenStock })).body
  const { items } = fine(await add({ cart_id, stock_id: few, quantity: 4 })).body
  const other = await shop.buy(few, 3)
  fine(await shop.owner.put(`/api/admin/product/${await findProductId(hiddenStock)}`, { visibled: false }))
  const view = await look(cart_id)
  expect(view.items.map((i: any) => Boolean(i.problem))).toEqual([true, true])
  expect(view.items[1].problem).toContain('2')
  const refused = await order(cart_id)
  expect([refused.status, refused.body.code, refused.body.messages.length]).toEqual([409, 'CART_CHANGED', 2])
  fine(await shop.it.guest.delete('/api/cart/item', { cart_id, item_id: items[0].id }))
  fine(await set(cart_id, items[1].id, 2))
  expect(fine(await order(cart_id)).body.order.total).toBe('240.00')
  expect(await shop.order(other.id)).toMatchObject({ status: 'pending' })
})

test('an empty, ordered or missing cart cannot be checked out', async () => {
  const stock = await shop.stock(9)
  const { cart_id, items } = fine(await add({ stock_id: stock })).body
  fine(await shop.it.guest.delete('/api/cart/item', { cart_id, item_id: items[0].id }))
  for (const id of [cart_id, 'nobody', '']) {
    expect((await order(id)).body.code, id).toBe('CART_EMPTY')
    expect((await shop.it.guest.post('/api/checkout/preview', { cart_id: id })).status, id).toBe(id === cart_id ? 200 : 422)
  }
  const full = fine(await add({ stock_id: stock })).body
  fine(await order(full.cart_id))
  const again = fine(await add({ cart_id: full.cart_id, stock_id: stock })).body
  expect(again.cart_id).not.toBe(full.cart_id)
  expect(again.item_count).toBe(1)
})

test('a total above the agreed one is rejected, a lower one accepted', async () => {
  const stock = await shop.stock(9, '50.00')
  const cart = async () => fine(await add({ stock_id: stock })).body.cart_id
  const low = await order(await cart(), { agreed_total: '89.99' })
  expect([low.status, low.body.code]).toEqual([409, 'DEARER_THAN_AGREED'])
  expect(fine(await order(await cart(), { agreed_total: '90.00' })).body.order.total).toBe('90.00')
  expect(fine(await order(await cart(), { agreed_total: '500.00' })).body.order.total).toBe('90.00')
  expect(fields(await order(await cart(), { agreed_total: 'cheap' }))).toEqual([422, 'agreed_total'])
})

test('shipping is limited to countries the shop serves, billing is not', async () => {
  const { cart_id } = fine(await add({ stock_id: await shop.stock(9) })).body
  expect(fields(await order(cart_id, { shipping_address: { ...address, country: 'ZZZ' } }))).toEqual([422, 'shipping_address.country'])
  const placedOrder = fine(await order(cart_id, { billing_address: { ...address, country: 'ZZZ', address: '1 Far Street' } })).body
  const [row] = fine(await shop.owner.get(`/api/admin/order?q=${placedOrder.order_number}`)).body.data
  expect(await shop.order(row.id)).toMatchObject({
    shipping_address: { country: 'HKG' },
    billing_address: { country: 'ZZZ', address: '1 Far Street' },
  })
})

test('a customer has one cart on all devices, and nobody else can open it', async () => {
  const stock = await shop.stock(20)
  const may = await customer()
  const first = fine(await add({ stock_id: stock, quantity: 2 }, may)).body
  const second = fine(await add({ stock_id: stock, cart_id: 'from another device' }, may)).body
  expect([second.cart_id, second.item_count]).toEqual([first.cart_id, 3])
  const stranger = await customer()
  for (const client of [shop.it.guest, stranger]) {
    const opened = fine(await client.post('/api/cart', { cart_id: first.cart_id })).body
    expect([opened.cart_id === first.cart_id, opened.item_count]).toEqual([false, 0])
    expect((await client.post('/api/checkout', { cart_id: first.cart_id, ...checkoutInput })).body.code).toBe('CART_EMPTY')
  }
  expect(fine(await may.post('/api/cart', {})).body.item_count).toBe(3)
})

test('the total of a cart, draft or order has a maximum, and the error names the line or field', async () => {
  const many = { track_inventories: false }
  const [first, other] = [await shop.stock(0, '999999999.99', many), await shop.stock(0, '999999999.99', many)]
  const most = 'An order total can be at most 999,999,999,999.99, also in the base currency.'
  const refusal = ({ status, body }: { status: number; body: any }) => [status, body.messages]
  expect(refusal(await add({ stock_id: first, quantity: 1_001 }))).toEqual([422, { quantity: [most] }])
  const { cart_id, items } = fine(await add({ stock_id: first, quantity: 600 })).body
  expect(refusal(await add({ cart_id, stock_id: other, quantity: 401 }))).toEqual([422, { quantity: [most] }])
  expect(refusal(await set(cart_id, items[0].id, 1_001))).toEqual([422, { quantity: [most] }])
  fine(await set(cart_id, items[0].id, 999))
  fine(await add({ cart_id, stock_id: other, quantity: 1 }))
  expect((await look(cart_id)).total).toBe('999999999990.00')
  // A currency in which the same items cost more.
  const hkd = { identifier: 'HKD', rate: '1', mark: 'HK$' }
  fine(
    await shop.owner.put('/api/admin/settings/currency', {
      base_currency: 'HKD',
      supported_currencies: [hkd, { identifier: 'JPY', rate: '19.35', mark: '' }, { identifier: 'XBT', rate: '0.000001', mark: '' }],
    }),
  )
  for (const path of ['/api/checkout', '/api/checkout/preview'])
    expect(refusal(await shop.it.guest.post(path, { cart_id, ...checkoutInput, currency: 'JPY' })), path).toEqual([
      422,
      { cart_id: [most] },
    ])
  const draft = (lines: object[], more: object = {}) => shop.owner.post('/api/admin/order', { lines, ...more })
  const line = { stock_id: first, quantity: 600 }
  expect(refusal(await draft([line, line]))).toEqual([422, { 'lines.1.quantity': [most] }])
  expect(refusal(await draft([line], { currency: 'JPY' }))).toEqual([422, { 'lines.0.quantity': [most] }])
  expect(refusal(await draft([line], { shipping: '400000000006.01' }))).toEqual([422, { shipping: [most] }])
  const agreed = { unit_price: '999999999.99', price_reason: 'agreed' }
  expect(refusal(await draft([{ ...line, quantity: 1, ...agreed }], { currency: 'XBT' }))).toEqual([422, { 'lines.0.quantity': [most] }])
  const { id, version } = fine(await draft([line])).body
  const placedOrder = fine(await shop.owner.post(`/api/admin/order/${id}/place`)).body
  const change = (body: object) => shop.owner.post(`/api/admin/order/${id}/change`, { version: placedOrder.version ?? version, ...body })
  expect(refusal(await change({ add: [line], lines: [] }))).toEqual([422, { 'add.0.quantity': [most] }])
  const [{ id: order_line_id }] = placedOrder.lines ?? (await shop.order(id)).lines
  expect(refusal(await change({ add: [], lines: [{ order_line_id, quantity: 1_001 }] }))).toEqual([422, { 'lines.0.quantity': [most] }])
})
