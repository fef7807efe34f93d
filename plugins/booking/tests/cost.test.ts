import { afterAll, beforeAll, expect, test } from 'vitest'
import { askedWhile } from '../../../tests/support/asked.ts'
import { fine, type Shop } from '../../../tests/support/selling.ts'
import { dayIn, eventOf, openBookings, who } from './help.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openBookings()
})
afterAll(() => shop.it.close())

test('what costs nothing is booked in few statements', async () => {
  const event = await eventOf(shop, { capacity: 60 })
  const book = (name: string) =>
    shop.it.guest.post('/api/event/booking', { event_id: event.id, date: dayIn(3), time: '10:00', quantity: 1, ...who(name) })
  fine(await book('first'))
  const asked = await askedWhile(async () => fine(await book('second')))
  expect(asked.length, asked.join('\n\n')).toBeLessThanOrEqual(29)
})
