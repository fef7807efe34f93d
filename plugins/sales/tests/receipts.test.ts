import { afterAll, beforeAll, expect, test } from 'vitest'
import { fine, openShop, type Shop } from '../../../tests/support/selling-shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.it.close())

test('an order canceled without payment has no receipt', async () => {
  const o = await shop.buy(await shop.stock(1))
  const receipt = () => shop.owner.get(`/api/admin/order/${o.id}/pdf?type=receipt`)
  expect((await receipt()).status).toBe(404)
  fine(await shop.owner.post(`/api/admin/order/${o.id}/cancel`, { reason: 'x' }))
  expect((await receipt()).status).toBe(404)
})
