import { afterAll, beforeAll, expect, test } from 'vitest'
import { fine, openShop, type Shop } from '../../../tests/support/selling.ts'
import { cartOf, member, sound } from './support.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({}, ['loyalty'])
})
afterAll(() => shop.it.close())

test('a price of a tier is paid by its members alone, before what the tier takes off', async () => {
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
  const cart = await cartOf(gold, cup, 2)
  expect(cart.items[0].discounts).toEqual([
    { label: 'Gold price', amount: '40.00' },
    { label: 'Gold', amount: '16.00' },
  ])
  expect(cart.total).toBe('144.00')
  expect((await cartOf(plain, cup, 2)).total).toBe('200.00')
  // A tier that prices are for stays, even without members.
  fine(await shop.owner.put(`/api/admin/customer/${gold.id}/membership`, { tier_id: null, reason: 'Moved away' }))
  expect((await shop.owner.delete(`/api/admin/membership/${tier}`)).status).toBe(409)
  await sound(shop)
})
