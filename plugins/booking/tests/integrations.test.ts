import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Ctx, sql } from 'stoa'
import { fine, type Shop } from '../../../tests/support/selling-shop.ts'
import { checks } from '../checks.ts'
import { deleteOldHolds } from '../services/expire.ts'
import { bookingPersonalData } from '../services/personal-data.ts'
import { catchUpOrders } from '../services/orders.ts'
import { bookingTimelineSource } from '../services/timeline-source.ts'
import { readCounts, dayIn, createEvent, everyDay, openBookings, readStatus, createContact } from './booking-fixture.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openBookings()
})
afterAll(() => shop.it.close())

const db = () => shop.it.kernel.db
const book = async (event: number, more: object = {}) =>
  fine(
    await shop.it.guest.post('/api/event/booking', {
      event_id: event,
      date: dayIn(3),
      time: '10:00',
      quantity: 1,
      ...createContact(),
      ...more,
    }),
  ).body
const findRow = async (number: string) =>
  fine(await shop.owner.get(`/api/admin/booking?q=${number}&fields=*`)).body.data[0] as { id: number; version: number; starts_at: string }

test('the calendar shows bookings, and a dragged booking moves only to a time the event offers', async () => {
  const event = await createEvent(shop, { kind: 'appointment', capacity: 1, max_quantity: 1, hours: everyDay('09:00', '12:00') })
  const made = await book(event.id, createContact('dragged'))
  const readCalendar = async () =>
    fine(await shop.owner.get(`/api/admin/calendar?from=${dayIn(0)}&to=${dayIn(20)}`)).body.data.filter((entry: { title: string }) =>
      entry.title.startsWith('May Chan · Event'),
    )
  const [entry] = await readCalendar()
  expect(entry).toMatchObject({ start: `${dayIn(3)}T02:00:00.000Z`, end: `${dayIn(3)}T03:00:00.000Z`, movable: true, status: 'approved' })
  const drag = (start: string, version: number) =>
    shop.owner.put(`/api/admin/calendar/entry/bookings/${(entry as { id: string }).id}`, { start, end: null, version })
  const { version } = await findRow(made.number)
  expect((await drag(`${dayIn(3)}T14:00:00Z`, version)).body.code).toBe('BOOKING_NO_TIME')
  expect((await drag(`${dayIn(4)}T02:00:00Z`, version + 1)).status).toBe(409)
  fine(await drag(`${dayIn(4)}T02:00:00Z`, version))
  expect((await findRow(made.number)).starts_at).toBe(`${dayIn(4)}T02:00:00.000Z`)
})

test('the capacity of a session cannot fall below the places taken, and can be raised', async () => {
  const event = await createEvent(shop)
  await book(event.id, { quantity: 3 })
  const [time] = fine(await shop.owner.get(`/api/admin/booking_session?event_id=${event.id}&fields=*`)).body.data
  const set = (capacity: number, version: number) => shop.owner.put(`/api/admin/booking_session/${time.id}`, { capacity, version })
  expect(Object.keys((await set(2, time.version)).body.messages)).toEqual(['capacity'])
  fine(await set(8, time.version))
  expect(await readCounts(shop, event.id)).toEqual([{ taken: 3, booked: 3, capacity: 8 }])
})

test("a data export contains a person's bookings, and erasing the person keeps the places taken", async () => {
  const event = await createEvent(shop)
  const made = await book(event.id, { ...createContact('forgotten'), comment: 'By the window' })
  const ctx: Ctx = shop.it.ctx
  const subject = { persons: [], customers: [], emails: ['forgotten@shop.test'], phones: [], addressHashes: [] }
  const rows = (await bookingPersonalData.findOwnedRows?.(db(), { ...subject, rows: {} })) ?? {}
  const exported = JSON.stringify(await bookingPersonalData.exportData?.(ctx, { ...subject, rows }, 'person'))
  expect(exported).toContain('By the window')
  await shop.it.kernel.transaction(async (tx) => bookingPersonalData.eraseData?.(tx, ctx, { ...subject, rows }))
  const left = await db().one(sql`select email, first_name, comment, status from booking where number = ${made.number}`)
  expect(left).toEqual({ email: '', first_name: '', comment: '', status: 'approved' })
})

test('rebuilding the timeline recreates the booking activities as they were first recorded', async () => {
  const event = await createEvent(shop)
  const made = await book(event.id, createContact('again'))
  fine(await shop.it.guest.post('/api/booking/guest_cancel', { token: made.token }))
  const { id } = await findRow(made.number)
  const { events } = await bookingTimelineSource.rebuild(shop.it.kernel, id - 1, 1)
  const activityRows = await db().rows<{ key: string }>(
    sql`select dedupe_key as key from timeline_activity where dedupe_key like ${`booking.% ${id}`} order by id`,
  )
  expect(events.map(({ dedupeKey }) => dedupeKey)).toEqual(activityRows.map(({ key }) => key))
  expect(activityRows).toHaveLength(2)
})

test('bookings of an order whose payment event was missed are caught up', async () => {
  const event = await createEvent(shop, { price: '20.00' })
  const made = await book(event.id, { ...createContact('late'), payment_method: 'bank' })
  const row = await db().one<{ order_id: number }>(sql`select order_id from booking where number = ${made.number}`)
  fine(await shop.owner.post(`/api/admin/order/${row?.order_id ?? 0}/pay`, {}))
  expect(await readStatus(shop, made.number)).toBe('pending')
  await catchUpOrders(shop.it.ctx, new Date(Date.now() - 60_000))
  expect(await readStatus(shop, made.number)).toBe('approved')
})

test('a hold that was never ordered is deleted after a month, and not listed before', async () => {
  const event = await createEvent(shop, { price: '20.00' })
  fine(await shop.it.guest.post('/api/event/hold', { event_id: event.id, date: dayIn(3), time: '10:00', quantity: 1 }))
  expect(fine(await shop.owner.get(`/api/admin/booking?event_id=${event.id}`)).body.total).toBe(0)
  await db().run(sql`update booking set status = 'canceled', updated_at = now() - interval '40 days' where event_id = ${event.id}`)
  await db().run(sql`update booking_session set taken = 0 where event_id = ${event.id}`)
  expect(await deleteOldHolds(shop.it.ctx)).toBe(1)
})

test('doctor finds a session whose count of places is wrong', async () => {
  const event = await createEvent(shop)
  await book(event.id)
  const check = checks['places taken at a time are those of its bookings']
  expect(await check(shop.it.kernel)).toEqual([])
  await db().run(sql`update booking_session set taken = 2 where event_id = ${event.id}`)
  expect(await check(shop.it.kernel)).toHaveLength(1)
  await db().run(sql`update booking_session set taken = 1 where event_id = ${event.id}`)
})
