import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { expectRowsToAddUp, readReport } from '../../../tests/support/report.ts'
import { fine, type Shop } from '../../../tests/support/selling-shop.ts'
import { createContact, createEvent, dayIn, everyDay, openBookings } from './booking-fixture.ts'

let shop: Shop
const period = `from=${dayIn(1)}&to=${dayIn(9)}`

beforeAll(async () => {
  shop = await openBookings({}, ['reports'])
  const { db } = shop.it.kernel
  const lesson = await createEvent(shop, { title: 'Lesson', capacity: 10 })
  const evening = await createEvent(shop, { title: 'Evening', capacity: 4, max_quantity: 4, hours: everyDay('19:00', '20:00') })
  const book = async (event: number, days: number, time: string, quantity: number, name: string) => {
    const { number } = fine(
      await shop.it.guest.post('/api/event/booking', { event_id: event, date: dayIn(days), time, quantity, ...createContact(name) }),
    ).body
    return (await db.one<{ id: number }>(sql`select id from booking where number = ${number}`))?.id ?? 0
  }
  const may = await book(lesson.id, 3, '10:00', 3, 'may')
  const kim = await book(lesson.id, 3, '10:00', 2, 'kim')
  await book(lesson.id, 5, '10:00', 4, 'ann')
  await book(evening.id, 3, '19:00', 4, 'siu')
  const move = (id: number, transition: string, body: object = {}) => shop.owner.post(`/api/admin/booking/${id}/${transition}`, body)
  fine(await move(kim, 'cancel', { reason: 'ill', percent: '100' }))
  fine(await move(may, 'miss'))
})
afterAll(() => shop.it.close())

test('occupancy, no-shows and cancellations are counted in places, by event', async () => {
  const report = await readReport(shop.owner, `bookings?${period}`)
  const values = ['times', 'capacity', 'bookings', 'requested', 'booked', 'occupancy', 'absent', 'absent_rate', 'canceled', 'cancel_rate']
  expect(values.map((measure) => report.group(['Lesson'], measure))).toEqual([
    '2',
    '20',
    '3',
    '9',
    '7',
    '0.35',
    '3',
    '0.4286',
    '2',
    '0.2222',
  ])
  expect(values.map((measure) => report.group(['Evening'], measure))).toEqual(['1', '4', '1', '4', '4', '1', '0', '0', '0', '0'])
  await expectRowsToAddUp(shop.owner, 'bookings', period)
})

test('the totals equal the places that the time slots have and have taken', async () => {
  const report = await readReport(shop.owner, `bookings?${period}&by=hour`)
  const sessions = await shop.it.kernel.db.one<{ taken: string; capacity: string }>(
    sql`select sum(taken)::text as taken, sum(capacity)::text as capacity from booking_session`,
  )
  expect([report.total('booked'), report.total('capacity')]).toEqual([sessions?.taken, sessions?.capacity])
  expect(report.labels).toEqual([['10:00'], ['19:00']])
})

test('a time counts on the business day it starts, and by weekday and hour of its place', async () => {
  const { db } = shop.it.kernel
  // Midnight of 1 April in Hong Kong is 31 March in London.
  await db.run(sql`update event set time_zone = 'Europe/London' where title->>'en-US' = 'Evening'`)
  await db.run(sql`update booking_session set starts_at = '2026-03-31T16:30:00Z', ends_at = '2026-03-31T17:30:00Z'
    where event_id = (select id from event where title->>'en-US' = 'Evening')`)
  expect((await readReport(shop.owner, 'bookings?from=2026-03-01&to=2026-03-31')).total('booked')).toBe('0')
  const april = await readReport(shop.owner, 'bookings?from=2026-04-01&to=2026-04-01&by=weekday,hour')
  expect(april.labels).toEqual([['Tuesday', '17:00']])
  expect(april.total('booked')).toBe('4')
})

test('the booking report needs the permission to see bookings', async () => {
  expect((await (await shop.it.staff(['get event'])).get('/api/admin/report/bookings')).status).toBe(403)
})
