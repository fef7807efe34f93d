import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, type TestApp, testApp } from '../../../tests/support/app.ts'
import { updateSoldCounts } from '../services/sold-counts.ts'

let it: TestApp
let owner: Client
beforeAll(async () => {
  it = await testApp(['sales', 'inventory'])
  owner = await it.staff('owner')
  await owner.post('/api/admin/payment_method', { code: 'bank', title: 'Bank', instructions: '<p>Pay</p>' })
  await owner.post('/api/admin/shipping_method', { code: 'post', title: 'Post', price: '0.00' })
})
afterAll(() => it.close())

const best = async () => (await it.guest.get('/api/product?sort=best')).body.data.map((card: { name: string }) => card.name)

test('best sellers sort first, counting valid orders only', async () => {
  const stocks: number[] = []
  for (const n of [1, 2, 3]) {
    const input = { name: `Tea ${n}`, sku: `SOLD-${n}`, url: `sold-${n}`, track_inventories: false, stocks: [{ price: '10.00' }] }
    stocks.push((await owner.post('/api/admin/product', input)).body.stocks[0].id)
  }
  const buy = async (stock: number | undefined, quantity: number) => {
    const { cart_id } = (await it.guest.post('/api/cart/item', { stock_id: stock, quantity })).body
    const answer = await it.guest.post('/api/checkout', {
      cart_id,
      guest: { email: 'may@shop.test', first_name: 'May', last_name: 'Chan' },
      shipping_address: { first_name: 'May', last_name: 'Chan', country: 'HKG', contact_number: '25400000', address: '18 Wing Lok Street' },
      shipping_method: 'post',
      payment_method: 'bank',
    })
    return Number((await owner.get(`/api/admin/order?q=${answer.body.order_number}`)).body.data[0].id)
  }
  await buy(stocks[0], 2)
  const large = await buy(stocks[1], 5)
  expect(await best()).toEqual(['Tea 3', 'Tea 2', 'Tea 1'])
  await updateSoldCounts(it.ctx)
  expect(await best()).toEqual(['Tea 2', 'Tea 1', 'Tea 3'])
  await owner.post(`/api/admin/order/${large}/cancel`, { reason: 'Ordered twice' })
  await updateSoldCounts(it.ctx)
  expect(await best()).toEqual(['Tea 1', 'Tea 3', 'Tea 2'])
})
