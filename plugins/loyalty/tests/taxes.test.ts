import { afterAll, beforeAll, expect, test } from 'vitest'
import { address, fine, openShop, type Shop } from '../../../tests/support/selling-shop.ts'
import { createCart, member, checkoutInput } from './support.ts'

/** Taxes when points pay for a part of an order, with the 9% rule of the guide. */
let shop: Shop
beforeAll(async () => {
  shop = await openShop({}, ['loyalty', 'promotion', 'gst'])
  fine(await shop.owner.put('/api/admin/settings/order', { tax_rule: 'gst' }))
})
afterAll(() => shop.it.close())

const singapore = { ...address, country: 'SGP' }
const findOrderId = async (number: string) => {
  await shop.it.jobs()
  return (await shop.owner.get(`/api/admin/order?q=${number}`)).body.data[0].id as number
}

test('redeemed units include no tax, and their shipping does', async () => {
  const may = await member(shop, 500)
  const stock = await shop.stock(5, '80.00')
  const { data } = (await shop.owner.get('/api/admin/product')).body
  const product = fine(await shop.owner.get(`/api/admin/product/${data[0].id}`)).body
  const { version } = product
  const stocks = [{ id: stock, points_to_redeem: 150 }]
  fine(await shop.owner.put(`/api/admin/product/${product.id}`, { version, is_redeemable: true, stocks }))
  const sending = { shipping_method: 'courier', shipping_address: singapore, payment_method: 'bank' }
  const placedOrder = fine(await may.client.post('/api/redeem', { stock_id: stock, quantity: 1, ...sending })).body
  expect(placedOrder.order).toMatchObject({ total: '40.00' })
  const id = await findOrderId(placedOrder.order_number)
  expect(await shop.order(id)).toMatchObject({ tax: '3.30' })
  expect(await shop.view(id)).toMatchObject({ taxes: [{ code: 'GST', rate: 9, amount: '3.30' }] })
})

test('a discount by points lowers the tax', async () => {
  const may = await member(shop, 5_000)
  const stock = await shop.stock(5, '109.00')
  const { cart_id } = await createCart(may, stock, 1, { points: { use: 100 } })
  const placedOrder = fine(await may.client.post('/api/checkout', { cart_id, ...checkoutInput, shipping_address: singapore })).body
  const order = await shop.order(await findOrderId(placedOrder.order_number))
  const [line] = order.lines
  expect(Number(line.total)).toBeLessThan(109)
  // Tax on the products and on shipping.
  const included = (amount: number) => Math.round((amount * 100 * 9) / 109) / 100
  expect(Number(order.tax)).toBeCloseTo(included(Number(line.total)) + 3.3, 5)
})
