import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { CATCH_UP } from '../../../core/events/event-delivery.ts'
import { type Client, type TestApp, testApp } from '../../../tests/support/app.ts'

let it: TestApp
let owner: Client
let may: Client
let ken: Client
const products: { id: number; stocks: { id: number }[] }[] = []

beforeAll(async () => {
  it = await testApp(['wishlist', 'inventory'])
  owner = await it.staff('owner')
  may = await signedIn('may')
  ken = await signedIn('ken')
  for (const n of [1, 2, 3]) {
    const stocks = [{ price: `${n}0.00` }]
    products.push((await owner.post('/api/admin/product', { name: `Cup ${n}`, sku: `W${n}`, url: `w-${n}`, stocks })).body)
  }
})
afterAll(() => it.close())

async function signedIn(name: string): Promise<Client> {
  const password = 'a long password'
  const email = `${name}@shop.test`
  await it.guest.post('/api/register', { email, first_name: name, last_name: 'Chan', password, password_confirmation: password })
  return it.as((await it.guest.post('/api/login', { email, password })).body.token)
}
const getProductId = (n: number) => products[n - 1]?.id ?? 0
const names = (body: { data: { product: { name: string } }[] }) => body.data.map((item) => item.product.name)

test('a wishlist requires a signed-in customer', async () => {
  for (const answer of [await it.guest.get('/api/wishlist'), await it.guest.post('/api/wishlist', { product_id: getProductId(1) })]) {
    expect(answer.status).toBe(401)
    expect(answer.body.error).toBe('login_required')
  }
})

test('items are listed newest first, once, with price and availability, and only to their owner', async () => {
  await may.post('/api/wishlist', { product_id: getProductId(1) })
  await may.post('/api/wishlist', { product_id: getProductId(2), stock_id: products[1]?.stocks[0]?.id, note: 'For Lee' })
  const { status, body } = await may.post('/api/wishlist', { product_id: getProductId(1), note: 'Blue' })
  expect(status).toBe(201)
  expect(names(body)).toEqual(['Cup 2', 'Cup 1'])
  expect(body.data[0]).toMatchObject({ note: 'For Lee', product: { price: { from: '20.00' }, in_stock: false } })
  expect(body.data[1]).toMatchObject({ note: 'Blue', stock_id: null })
  expect((await ken.get('/api/wishlist')).body).toEqual({ data: [], total: 0 })
})

test('a browser list is merged into that of the account, without unavailable products', async () => {
  const { body } = await ken.post('/api/wishlist', { product_ids: [getProductId(3), 999_999, getProductId(1)] })
  expect(names(body)).toEqual(['Cup 3', 'Cup 1'])
})

test('an item is removed by body or by query, idempotently', async () => {
  expect(names((await ken.delete('/api/wishlist', { product_id: getProductId(3) })).body)).toEqual(['Cup 1'])
  expect(names((await ken.delete(`/api/wishlist?product_id=${getProductId(1)}`)).body)).toEqual([])
  expect((await ken.delete('/api/wishlist', { product_id: getProductId(1) })).status).toBe(200)
})

test('invalid items are rejected by field', async () => {
  const messages = async (body: object) => (await may.post('/api/wishlist', body)).body.messages
  expect(await messages({})).toHaveProperty('product_id')
  expect(await messages({ product_id: 999_999 })).toHaveProperty('product_id')
  expect(await messages({ product_id: getProductId(1), stock_id: products[1]?.stocks[0]?.id })).toHaveProperty('stock_id')
  expect(await messages({ product_ids: ['x'] })).toHaveProperty('product_ids')
})

test('a hidden product is not listed and returns when it is visible again', async () => {
  await owner.put(`/api/admin/product/${getProductId(2)}`, { visibled: false })
  expect(names((await may.get('/api/wishlist')).body)).toEqual(['Cup 1'])
  await owner.put(`/api/admin/product/${getProductId(2)}`, { visibled: true })
  expect(names((await may.get('/api/wishlist')).body)).toEqual(['Cup 2', 'Cup 1'])
})

test('staff see the customers and products of wishlists, and cannot change them', async () => {
  const { body } = await owner.get('/api/admin/wishlist_item')
  expect(body.data[0]).toMatchObject({ customer_name: 'may Chan', product_name: 'Cup 2' })
  expect((await owner.post('/api/admin/wishlist_item', { product_id: 1 })).status).toBe(404)
})

test('when the plugin is enabled again, it erases people who were erased meanwhile, and nobody else', async () => {
  await may.post('/api/wishlist', { product_id: getProductId(1) })
  await ken.post('/api/wishlist', { product_id: getProductId(1) })
  const wishers = async () => (await it.kernel.db.rows<{ id: number }>(sql`select distinct customer_id as id from wishlist_item`)).length
  expect(await wishers()).toBe(2)
  const since = new Date()
  const person = await it.kernel.db.one<{ id: number }>(sql`select person_id as id from customer where email = 'may@shop.test'`)
  await owner.post(`/api/admin/person/${person?.id}/erase`, { confirmation: String(person?.id) })
  expect(await wishers()).toBe(1)
  // As if the plugin had been disabled during the erasure.
  await it.kernel.db.run(sql`insert into wishlist_item (customer_id, product_id)
    select id, ${getProductId(1)} from customer where person_id = ${person?.id}`)
  expect(await wishers()).toBe(2)
  await it.kernel.transaction(async (tx) => tx.enqueue(CATCH_UP, { plugin: 'wishlist', since: since.toISOString() }))
  await it.jobs()
  expect(await wishers()).toBe(1)
  expect(names((await ken.get('/api/wishlist')).body)).toEqual(['Cup 1'])
})
