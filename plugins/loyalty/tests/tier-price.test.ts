import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../../../tests/support/app.ts'
import { fine, openShop, type Shop } from '../../../tests/support/selling-shop.ts'
import { createCart, member, sound } from './support.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({}, ['loyalty'])
})
afterAll(() => shop.it.close())

test('a tier price is charged to members only, before the tier discount', async () => {
  const cup = await shop.stock(9, '100.00')
  const tier = fine(
    await shop.owner.post('/api/admin/membership', { title: { 'en-US': 'Gold' }, level: 7, threshold: '1', discount_percent: '10' }),
  ).body.id
  fine(
    await shop.owner.post('/api/admin/stock_price', {
      stock_id: cup,
      price: '80.00',
      membership_id: tier,
      title: { 'en-US': 'Gold price' },
    }),
  )
  const [gold, plain] = [await member(shop), await member(shop)]
  fine(await shop.owner.put(`/api/admin/customer/${gold.id}/membership`, { tier_id: tier, reason: 'A friend' }))
  const cart = await createCart(gold, cup, 2)
  expect(cart.items[0].discounts).toEqual([
    { label: 'Gold price', amount: '40.00' },
    { label: 'Gold', amount: '16.00' },
  ])
  expect(cart.total).toBe('144.00')
  expect((await createCart(plain, cup, 2)).total).toBe('200.00')
  // A tier with prices assigned to it cannot be deleted, even without members.
  fine(await shop.owner.put(`/api/admin/customer/${gold.id}/membership`, { tier_id: null, reason: 'Moved away' }))
  expect((await shop.owner.delete(`/api/admin/membership/${tier}`)).status).toBe(409)
  await sound(shop)
})

test('the product page shows the tier discount in the cart to members only', async () => {
  const tier = fine(
    await shop.owner.post('/api/admin/membership', {
      title: { 'en-US': 'Silver', 'zh-HK': '銀葉' },
      level: 5,
      threshold: '1',
      discount_percent: '7.5',
    }),
  ).body.id
  const cup = await shop.stock(9, '99.90')
  const { product } = (await createCart(await member(shop), cup, 1)).items[0]
  const [silver, plain] = [await member(shop), await member(shop)]
  fine(await shop.owner.put(`/api/admin/customer/${silver.id}/membership`, { tier_id: tier, reason: 'A friend' }))
  const page = async (client: Client, language = 'en-US') => fine(await client.post('/api/product', { url: product.url, language })).body
  expect((await page(silver.client)).customer_discount).toEqual({ title: 'Silver', percent: '7.5' })
  expect((await page(silver.client, 'zh-HK')).customer_discount.title).toBe('銀葉')
  for (const client of [plain.client, shop.it.guest]) expect(await page(client)).not.toHaveProperty('customer_discount')
  expect((await createCart(silver, cup, 1)).items[0].discounts).toEqual([{ label: 'Silver', amount: '7.49' }])
})
