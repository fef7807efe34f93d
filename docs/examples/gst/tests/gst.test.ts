import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { address, fine, openShop, type Shop } from '../../../../tests/support/selling-shop.ts'

let shop: Shop
let tea: number
let voucher: number
beforeAll(async () => {
  shop = await openShop({}, ['gst'])
  fine(await shop.owner.put('/api/admin/settings/basic', { supported_countries: ['SGP', 'HKG'] }))
  tea = await shop.stock(100, '109.00')
  voucher = await shop.stock(100, '50.00', { type: 'virtual' })
})
afterAll(() => shop.it.close())

const choose = (tax_rule: string | null) => shop.owner.put('/api/admin/settings/order', { tax_rule })
beforeEach(async () => void fine(await choose('gst')))

const singapore = { ...address, country: 'SGP' }
const GST = { code: 'GST', label: 'GST', rate: 9 }

async function preview(stocks: readonly number[], country = 'SGP') {
  let cart_id: string | undefined
  for (const stock_id of stocks) cart_id = fine(await shop.it.guest.post('/api/cart/item', { cart_id, stock_id, quantity: 1 })).body.cart_id
  const body = { cart_id, shipping_method: 'courier', payment_method: 'bank', shipping_address: { country, area: '' } }
  return fine(await shop.it.guest.post('/api/checkout/preview', body)).body
}

test('staff choose the tax rule by its name; an unknown rule is refused', async () => {
  const { form } = fine(await shop.owner.get('/api/admin/settings/order')).body
  const field = form.groups.flatMap(({ fields }: any) => fields).find(({ name }: any) => name === 'tax_rule')
  expect(field.options).toEqual([{ value: 'gst', label: 'Singapore GST' }])
  expect((await choose('nothing')).body.messages).toHaveProperty('tax_rule')
})

test('a cart and its checkout state the tax included in prices and shipping; totals stay the same', async () => {
  const summary = await preview([tea])
  expect(summary.cart).toMatchObject({ total: '109.00', taxes: [{ ...GST, amount: '9.00' }] })
  // 9.00 tax on the tea plus 3.30 tax on 40.00 of shipping.
  expect(summary).toMatchObject({ total: '149.00', taxes: [{ ...GST, amount: '12.30' }] })
})

test('exempt products and orders shipped abroad include no tax', async () => {
  expect((await preview([tea, voucher])).taxes).toEqual([{ ...GST, amount: '12.30' }])
  expect(await preview([tea], 'HKG')).toMatchObject({ total: '149.00', taxes: [] })
})

test('an order keeps its taxes when the rate changes; a new order uses the new rate', async () => {
  const before = await shop.buy(tea, 1, { shipping_address: singapore })
  fine(await shop.owner.put('/api/admin/settings/gst', { rate: '10' }))
  const after = await shop.buy(tea, 1, { shipping_address: singapore })
  fine(await shop.owner.put('/api/admin/settings/gst', { rate: '9' }))
  expect(await shop.order(before.id)).toMatchObject({ tax: '12.30', total: '149.00' })
  expect(await shop.view(before.id)).toMatchObject({ taxes: [{ ...GST, amount: '12.30', refunded: '0.00' }] })
  expect(await shop.view(after.id)).toMatchObject({ taxes: [{ ...GST, rate: 10, amount: '13.55' }] })
})

test('no tax is stated when no tax rule is chosen', async () => {
  fine(await choose(null))
  expect((await preview([tea])).taxes).toEqual([])
  expect(await shop.order((await shop.buy(tea)).id)).toMatchObject({ tax: '0.00' })
})
