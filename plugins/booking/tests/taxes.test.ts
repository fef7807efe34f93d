import { afterAll, beforeAll, expect, test } from 'vitest'
import { fine, type Shop } from '../../../tests/support/selling-shop.ts'
import { createEvent, openBookings } from './booking-fixture.ts'
import { createOrderingKit } from './order-fixture.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openBookings({}, ['gst'])
})
afterAll(() => shop.it.close())
const { order } = createOrderingKit(() => shop)

test('a booking that is paid for states the tax its price includes', async () => {
  fine(await shop.owner.put('/api/admin/settings/order', { tax_rule: 'gst' }))
  const event = await createEvent(shop, { price: '109.00' })
  const { id } = await order(event.id, 2)
  expect(await shop.order(id)).toMatchObject({ total: '218.00', tax: '18.00' })
  expect(await shop.view(id)).toMatchObject({ taxes: [{ code: 'GST', rate: 9, amount: '18.00' }] })
})
