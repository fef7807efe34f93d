import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { fine, type Shop } from '../../../tests/support/selling-shop.ts'
import { createContact, createEvent, dayIn, openBookings } from './booking-fixture.ts'

/** The dashboard card of the bookings of a day. */
let shop: Shop
beforeAll(async () => {
  shop = await openBookings({}, ['desk'])
})
afterAll(() => shop.it.close())

const read = async (client = shop.owner) => (await client.get('/api/admin/cards?card=bookings_today')).body.data[0]?.content

test('bookings that begin today are counted by status, those of other days not', async () => {
  expect(await read()).toEqual({})
  const { id } = await createEvent(shop)
  for (const name of ['ann', 'ben', 'cat', 'dan']) {
    const input = { event_id: id, date: dayIn(3), time: '10:00', quantity: 1, ...createContact(name) }
    fine(await shop.it.guest.post('/api/event/booking', input))
  }
  expect(await read()).toEqual({})
  const set = (name: string, status: string, days: number) =>
    shop.it.kernel.db.run(sql`update booking set status = ${status}, asked_at = now(), starts_at = now() + make_interval(days => ${days}),
      ends_at = now() + make_interval(days => ${days}) + interval '1 hour' where email = ${`${name}@shop.test`}`)
  await set('ann', 'approved', 0)
  await set('ben', 'present', 0)
  await set('cat', 'absent', 0)
  await set('dan', 'approved', 1)
  expect((await read()).figures).toMatchObject([
    { title: 'Approved', value: '1', link: 'booking/history?status=approved' },
    { title: 'Present', value: '1' },
    { title: 'Absent', value: '1' },
  ])
  expect((await read(await shop.it.staff(['get booking']))).figures).toHaveLength(3)
  expect(await read(await shop.it.staff(['get event']))).toBeUndefined()
})
