import { afterAll, beforeAll, expect, test } from 'vitest'
import { askedWhile } from '../../../tests/support/asked.ts'
import { fine, type Shop } from '../../../tests/support/selling.ts'
import { type Coming, doorOf } from './door-kit.ts'
import { dayIn, eventOf, openBookings, who } from './help.ts'

let shop: Shop
const door = doorOf(() => shop)
beforeAll(async () => {
  shop = await openBookings()
})
afterAll(() => shop.it.close())

test('what costs nothing is booked in few statements', async () => {
  const event = await eventOf(shop, { capacity: 60 })
  const book = (name: string) =>
    shop.it.guest.post('/api/event/booking', { event_id: event.id, date: dayIn(3), time: '10:00', quantity: 1, ...who(name) })
  fine(await book('first'))
  const statements = await askedWhile(async () => fine(await book('second')))
  expect(statements.length, statements.join('\n\n')).toBeLessThanOrEqual(19)
})

test('somebody is let in by few statements', async () => {
  const event = await door.lesson()
  const device = await door.device()
  const [first, second] = [await door.booked(event, 1, 'ann'), await door.booked(event, 1, 'ben')]
  await door.beginIn(first.session, 0)
  const enter = async (booking: Coming) => door.scanned(device, (await door.first(booking)).short)
  expect((await enter(first)).result).toBe('ok')
  const { short } = await door.first(second)
  const statements = await askedWhile(async () => expect((await door.scanned(device, short)).result).toBe('ok'))
  expect(statements.length, statements.join('\n\n')).toBeLessThanOrEqual(12)
})
