import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { type Client, type TestApp, testApp } from '../../../tests/support/app.ts'

let it: TestApp
let owner: Client
let warehouse: number
beforeAll(async () => {
  it = await testApp(['sales', 'inventory'])
  owner = await it.staff('owner')
  warehouse = (await owner.post('/api/admin/warehouse', { code: 'main', name: 'Main' })).body.id
})
afterAll(() => it.close())

let n = 0
async function createStock(quantity: number, price = '100.00'): Promise<{ id: number; product: any }> {
  const sku = `C${++n}`
  const made = await owner.post('/api/admin/product', {
    name: `Cup ${n}`,
    sku,
    url: sku,
    stocks: [{ price, inventories: [{ warehouse_id: warehouse, quantity }] }],
  })
  return { id: made.body.stocks[0].id, product: made.body }
}

async function customer(): Promise<Client> {
  const email = `c${++n}@shop.test`
  const secret = 'correct horse 9'
  await it.guest.post('/api/register', { email, first_name: 'A', last_name: 'B', password: secret, password_confirmation: secret })
  return it.as((await it.guest.post('/api/login', { email, password: secret })).body.token)
}

const lines = (body: any) => body.items.map((i: any) => [i.stock_id, i.quantity])

test('a guest cart is merged into the customer cart, limited to the stock, with a notice', async () => {
  const [much, scarce] = [await createStock(50), await createStock(4)]
  const may = await customer()
  const first = await may.post('/api/cart/item', { stock_id: much.id, quantity: 2 })
  await may.post('/api/cart/item', { cart_id: first.body.cart_id, stock_id: scarce.id, quantity: 3 })
  const guestCart = await it.guest.post('/api/cart/item', { stock_id: much.id, quantity: 5 })
  await it.guest.post('/api/cart/item', { cart_id: guestCart.body.cart_id, stock_id: scarce.id, quantity: 4 })
  const merged = await may.post('/api/cart', { cart_id: guestCart.body.cart_id })
  expect(merged.body.cart_id).toBe(first.body.cart_id)
  expect(lines(merged.body)).toEqual([
    [much.id, 7],
    [scarce.id, 4],
  ])
  expect(merged.body.notices).toEqual([`${scarce.product.name}: only 4 available.`])
  const again = await may.post('/api/cart', { cart_id: guestCart.body.cart_id })
  expect(lines(again.body)).toEqual([
    [much.id, 7],
    [scarce.id, 4],
  ])
  expect(again.body.notices).toEqual([])
  expect((await it.guest.post('/api/cart', { cart_id: guestCart.body.cart_id })).body.items).toEqual([])
})

test('a guest cart that becomes a customer cart gets a new id, and the old one is empty', async () => {
  const stock = await createStock(5)
  const may = await customer()
  const guestCartId = (await it.guest.post('/api/cart/item', { stock_id: stock.id, quantity: 1 })).body.cart_id
  const mine = await may.post('/api/cart', { cart_id: guestCartId })
  expect(lines(mine.body)).toEqual([[stock.id, 1]])
  expect(mine.body.cart_id).not.toBe(guestCartId)
  for (const id of [guestCartId, mine.body.cart_id]) expect((await it.guest.post('/api/cart', { cart_id: id })).body.items).toEqual([])
  const ann = await customer()
  expect((await ann.post('/api/cart', { cart_id: mine.body.cart_id })).body.items).toEqual([])
  expect((await ann.put('/api/cart/item', { cart_id: mine.body.cart_id, item_id: mine.body.items[0].id, quantity: 2 })).status).toBe(404)
})

test('concurrent sign-ins leave one cart with each item once', async () => {
  const stock = await createStock(100)
  const may = await customer()
  const guests = await Promise.all(
    Array.from(
      { length: 6 },
      async () => (await it.guest.post('/api/cart/item', { stock_id: stock.id, quantity: 1 })).body.cart_id as string,
    ),
  )
  const answers = await Promise.all(guests.flatMap((id) => [id, id]).map((cart_id) => may.post('/api/cart', { cart_id })))
  expect(answers.map((a) => a.status)).toEqual(Array.from({ length: 12 }, () => 200))
  expect(new Set(answers.map((a) => a.body.cart_id)).size).toBe(1)
  expect(lines((await may.post('/api/cart', {})).body)).toEqual([[stock.id, 6]])
})

test('lines of one stock with different options are separate and share its quantity limit', async () => {
  const stock = await createStock(5)
  const add = (cart_id: string | undefined, quantity: number, additional_options: unknown) =>
    it.guest.post('/api/cart/item', { cart_id, stock_id: stock.id, quantity, additional_options })
  const { cart_id } = (await add(undefined, 2, { engraving: 'May' })).body
  const two = await add(cart_id, 2, { engraving: 'Ann' })
  expect(two.body.items.map((i: any) => [i.quantity, i.additional_options])).toEqual([
    [2, { engraving: 'May' }],
    [2, { engraving: 'Ann' }],
  ])
  expect((await add(cart_id, 2, { engraving: 'Ann' })).status).toBe(422)
  const line = two.body.items[0].id
  expect((await it.guest.put('/api/cart/item', { cart_id, item_id: line, quantity: 4 })).body.messages).toEqual({
    quantity: ['Only 3 can be bought.'],
  })
  expect((await it.guest.put('/api/cart/item', { cart_id, item_id: line, quantity: 3 })).status).toBe(200)
  for (const bad of ['text', [1], { 'No Key': 'x' }, { note: 'x'.repeat(201) }, { note: 5 }])
    expect((await add(cart_id, 1, bad)).body.messages).toHaveProperty('additional_options')
})

test('a changed price is reported once', async () => {
  const { id, product } = await createStock(5)
  const { cart_id } = (await it.guest.post('/api/cart/item', { stock_id: id, quantity: 1 })).body
  const changed = await owner.put(`/api/admin/product/${product.id}`, { version: product.version, stocks: [{ id, price: '120.00' }] })
  expect(changed.status, JSON.stringify(changed.body)).toBe(200)
  const response = await it.guest.post('/api/cart', { cart_id })
  expect(response.body.notices).toEqual([`The price of ${product.name} has increased.`])
  expect(response.body.total).toBe('120.00')
  expect((await it.guest.post('/api/cart', { cart_id })).body.notices).toEqual([])
})

test('repeating a checkout whose response was lost returns the same order', async () => {
  const stock = await createStock(5)
  await owner.post('/api/admin/payment_method', { code: 'bank', title: 'Bank transfer' })
  await owner.post('/api/admin/shipping_method', { code: 'courier', title: 'Courier', price: '40.00' })
  const { cart_id } = (await it.guest.post('/api/cart/item', { stock_id: stock.id, quantity: 1 })).body
  const body = {
    cart_id,
    guest: { email: 'may@shop.test', first_name: 'May', last_name: 'Chan' },
    shipping_address: { first_name: 'May', last_name: 'Chan', country: 'HKG', contact_number: '2540 0000', address: '18 Wing Lok Street' },
    shipping_method: 'courier',
    payment_method: 'bank',
  }
  const first = await it.guest.post('/api/checkout', body)
  const second = await it.guest.post('/api/checkout', body)
  expect(second.status, JSON.stringify(second.body)).toBe(201)
  expect(second.body).toEqual(first.body)
  const stranger = await customer()
  expect((await stranger.post('/api/checkout', { ...body, cart_id: 'x'.repeat(43) })).status).toBe(422)
})

test('merging persons moves orders to the survivor, and erasing deletes the cart that was never ordered', async () => {
  const stock = await createStock(5)
  const may = await customer()
  const mine = (await may.post('/api/cart/item', { stock_id: stock.id, quantity: 1 })).body.cart_id
  const { id } = (await may.post('/api/info')).body
  const [a, b] = await it.kernel.db.rows<{ id: number }>(sql`insert into person (email) values ('a@x.test'), ('b@x.test') returning id`)
  const customerPerson = await it.kernel.db.one<{ id: number }>(sql`select person_id as id from customer where id = ${id}`)
  const order = await it.kernel.db.one<{ id: number }>(
    sql`update sales_order set person_id = ${a?.id} where id = (select max(id) from sales_order) returning id`,
  )
  expect(order).toBeDefined()
  await it.kernel.transaction(async (tx) => {
    tx.emit('person.merged', { survivorId: b?.id ?? 0, loserId: a?.id ?? 0 })
  })
  expect((await owner.post(`/api/admin/person/${customerPerson?.id}/erase`, { confirmation: String(customerPerson?.id) })).status).toBe(200)
  await it.jobs()
  expect(await it.kernel.db.one(sql`select person_id from sales_order where id = ${order?.id}`)).toEqual({ person_id: b?.id })
  expect(await it.kernel.db.one(sql`select 1 from cart where public_id = ${mine}`)).toBeUndefined()
})
