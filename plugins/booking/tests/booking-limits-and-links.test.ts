import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from 'stoa'
import { fine, type Shop } from '../../../tests/support/selling-shop.ts'
import { member } from '../../../tests/support/member.ts'
import { readCounts, dayIn, createEvent, everyDay, openBookings, readStatus, createContact } from './booking-fixture.ts'
import { createOrderingKit } from './order-fixture.ts'

/** Booking limits, and the owner of a booking. */
let shop: Shop
beforeAll(async () => {
  shop = await openBookings()
})
afterAll(() => shop.it.close())
beforeEach(() => db().run(sql`delete from rate_limit`))

const db = () => shop.it.kernel.db
const guest = () => shop.it.guest
const { hold, order } = createOrderingKit(() => shop)
const createInput = (event: number, more: object = {}) => ({
  event_id: event,
  date: dayIn(3),
  time: '10:00',
  quantity: 1,
  ...createContact(),
  ...more,
})
const book = (event: number, more: object = {}, headers?: Record<string, string>) =>
  guest().post('/api/event/booking', createInput(event, more), headers)
const code = async (answer: Promise<{ status: number; body: any }>) => {
  const { status, body } = await answer
  return status < 300 ? status : body.code === 'INVALID' ? Object.keys(body.messages).sort().join() : body.code
}

describe('booking a time', () => {
  test.each<[string, object, string | number]>([
    ['that is over', { date: dayIn(-1) }, 'BOOKING_NO_TIME'],
    ['of today that began', { date: dayIn(0), time: '00:00' }, 'BOOKING_NO_TIME'],
    ['between two starts', { time: '10:01' }, 'BOOKING_NO_TIME'],
    ['within its own hours that is no start', { time: '10:30' }, 'BOOKING_NO_TIME'],
    ['on the last day that can be booked', { date: dayIn(90) }, 201],
    ['a day beyond that', { date: dayIn(91) }, 'BOOKING_NO_TIME'],
    ['of no day', { date: '2026-02-30' }, 'date'],
    ['of no clock', { time: '25:00' }, 'time'],
    ['not said', { time: null }, 'BOOKING_NO_TIME'],
    ['for nobody', { quantity: 0 }, 'quantity'],
    ['for half of somebody', { quantity: 1.5 }, 'quantity'],
    ['for as many as one may bring', { quantity: 3 }, 201],
    ['for one more', { quantity: 4 }, 'quantity'],
    ['for more than there ever are', { quantity: 1_001 }, 'quantity'],
    ['of no event', { event_id: 999_999 }, 'NOT_FOUND'],
    ['for an address that is none', { email: 'may@' }, 'email'],
    ['for a number without its country', { phone: '2540 0000' }, 'country_code'],
    ['for nobody who is named', { first_name: ' ', last_name: null }, 'first_name,last_name'],
  ])('%s', async (_name, more, answer) => {
    const event = await createEvent(shop, { capacity: 9, max_quantity: 3 })
    expect(await code(book(event.id, more))).toBe(answer)
    const bookedCount = (await readCounts(shop, event.id)).reduce((sum, { taken }) => sum + taken, 0)
    expect(bookedCount).toBe(answer === 201 ? ((more as { quantity?: number }).quantity ?? 1) : 0)
  })

  test('requires the notice of the event from visitors, and not from staff', async () => {
    const event = await createEvent(shop, { kind: 'day', hours: everyDay('00:00', '23:59'), notice: 60 * 48, advance_days: 5 })
    const day = (days: number) => ({ date: dayIn(days), time: null })
    expect(await code(book(event.id, day(1)))).toBe('BOOKING_NO_TIME')
    expect(await code(book(event.id, day(3)))).toBe(201)
    expect(await code(book(event.id, day(6)))).toBe('BOOKING_NO_TIME')
    const byStaff = (days: number) => shop.owner.post('/api/admin/booking', createInput(event.id, day(days)))
    expect([await code(byStaff(1)), await code(byStaff(6)), await code(byStaff(300))]).toEqual([201, 201, 201])
    expect(await code(byStaff(-1))).toBe('BOOKING_NO_TIME')
  })

  test('of a day event has no clock time, and a given one is ignored', async () => {
    const event = await createEvent(shop, { kind: 'day', hours: everyDay('09:00', '18:00') })
    const made = fine(await book(event.id, { time: '13:37' })).body
    const view = fine(await guest().post('/api/booking', { token: made.token })).body
    expect([view.date, view.time]).toEqual([dayIn(3), ''])
  })

  test('lets staff exceed the maximum per booking, and never the capacity', async () => {
    const event = await createEvent(shop, { capacity: 4, max_quantity: 1 })
    expect(await code(shop.owner.post('/api/admin/booking', createInput(event.id, { quantity: 5 })))).toBe('BOOKING_FULL')
    expect(await code(shop.owner.post('/api/admin/booking', createInput(event.id, { quantity: 4 })))).toBe(201)
    expect(await code(book(event.id))).toBe('BOOKING_NO_TIME')
  })

  test('of a hidden event is possible for staff only', async () => {
    const event = await createEvent(shop, { visibled: false })
    expect(await code(book(event.id))).toBe('NOT_FOUND')
    expect(await code(hold(event.id))).toBe('NOT_FOUND')
    expect(await code(shop.owner.post('/api/admin/booking', createInput(event.id)))).toBe(201)
  })
})

test('one idempotency key books once, also concurrently, and another request with that key is rejected', async () => {
  const event = await createEvent(shop)
  const headers = { 'idempotency-key': 'own-once-1' }
  const all = await Promise.all(Array.from({ length: 4 }, () => book(event.id, {}, headers)))
  expect(new Set(all.filter(({ status }) => status === 201).map(({ body }) => body.number)).size).toBe(1)
  expect((await readCounts(shop, event.id)).map(({ taken }) => taken)).toEqual([1])
  expect(await code(book(event.id, { quantity: 2 }, headers))).toBe('KEY_REUSED')
  expect((await readCounts(shop, event.id)).map(({ taken }) => taken)).toEqual([1])
})

test('a free event cannot be held, and a paid one is held as long as the event says', async () => {
  const free = await createEvent(shop)
  expect(await code(hold(free.id))).toBe('event_id')
  const event = await createEvent(shop, { price: '10.00', hold: 45 })
  const { expires_at, subject_id } = fine(await hold(event.id, 2)).body
  expect(Math.abs(Date.parse(expires_at) - Date.now() - 45 * 60_000)).toBeLessThan(5_000)
  expect(Number.isSafeInteger(subject_id) && subject_id >= 2 ** 46).toBe(true)
})

test('a visitor who keeps creating holds or guessing links is rate limited', async () => {
  const event = await createEvent(shop, { price: '10.00', capacity: 100 })
  for (let i = 0; i < 30; i++) expect((await hold(event.id)).status).toBe(201)
  expect((await hold(event.id)).status).toBe(429)
  for (let i = 0; i < 60; i++) expect((await guest().post('/api/booking', { token: `BK${i}.x` })).status).toBe(404)
  expect((await guest().post('/api/booking', { token: 'BK1.x' })).status).toBe(429)
  // Requests for events are not limited.
  expect((await guest().post('/api/event', { url: event.url })).status).toBe(200)
})

test('a member opens, reschedules and cancels only their own bookings, and others get not found', async () => {
  const [may, li] = [await member(shop.it, 'mine@shop.test'), await member(shop.it, 'theirs@shop.test')]
  const event = await createEvent(shop, { max_reschedules: 5 })
  // Contact data that a signed-in customer enters for another person is ignored.
  const made = fine(await may.post('/api/event/booking', createInput(event.id, createContact('other')))).body
  const [ownBooking] = fine(await may.get('/api/booking')).body.data
  expect([ownBooking.number, fine(await li.get('/api/booking')).body.data]).toEqual([made.number, []])
  expect(await db().one(sql`select email, customer_id from booking where id = ${ownBooking.id}`)).toEqual({
    email: 'mine@shop.test',
    customer_id: may.id,
  })
  const calls = (client: typeof may | ReturnType<typeof guest>) => [
    () => client.post('/api/booking', { booking_id: ownBooking.id }),
    () => client.post('/api/booking/reschedule', { booking_id: ownBooking.id, date: dayIn(4), time: '10:00' }),
    () => client.post('/api/booking/cancel', { booking_id: ownBooking.id }),
  ]
  expect(await Promise.all(calls(li).map((call) => code(call())))).toEqual(['NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND'])
  expect(await Promise.all(calls(guest()).map((call) => code(call())))).toEqual(['NOT_FOUND', 'UNAUTHENTICATED', 'UNAUTHENTICATED'])
  expect(await readStatus(shop, made.number)).toBe('approved')
  expect(fine(await may.post('/api/booking', { booking_id: ownBooking.id })).body.token).toBe(made.token)
  fine(await may.post('/api/booking/reschedule', { booking_id: ownBooking.id, date: dayIn(4), time: '10:00' }))
  expect(fine(await may.post('/api/booking/cancel', { booking_id: ownBooking.id, reason: 'Ill' })).body).toMatchObject({
    status: 'canceled',
    reason: 'Ill',
    date: dayIn(4),
    may_cancel: false,
    may_reschedule: false,
  })
})

test('the bookings of a member are listed latest date first, without holds', async () => {
  const may = await member(shop.it, 'list@shop.test')
  const event = await createEvent(shop)
  const paid = await createEvent(shop, { price: '10.00' })
  for (const days of [4, 9, 2]) fine(await may.post('/api/event/booking', createInput(event.id, { date: dayIn(days) })))
  fine(await may.post('/api/event/hold', { event_id: paid.id, date: dayIn(5), time: '10:00', quantity: 1 }))
  expect(fine(await may.get('/api/booking')).body.data.map(({ date }: { date: string }) => date)).toEqual([dayIn(9), dayIn(4), dayIn(2)])
})

test('a link opens its booking until thirty days after it ends, and members open their own without limit', async () => {
  const may = await member(shop.it, 'long@shop.test')
  const made = fine(await may.post('/api/event/booking', createInput((await createEvent(shop)).id))).body
  const over = (since: string) => db().run(sql`update booking set ends_at = now() - ${since}::interval where number = ${made.number}`)
  const open = () => code(guest().post('/api/booking', { token: made.token }))
  await over('29 days 23 hours 59 minutes')
  expect(await open()).toBe(200)
  await over('30 days 1 second')
  expect(await open()).toBe('NOT_FOUND')
  for (const path of ['guest_cancel', 'guest_reschedule'])
    expect(await code(guest().post(`/api/booking/${path}`, { token: made.token, date: dayIn(4), time: '10:00' }))).toBe('NOT_FOUND')
  const row = await db().one<{ id: number }>(sql`select id from booking where number = ${made.number}`)
  expect(await code(may.post('/api/booking', { booking_id: row?.id }))).toBe(200)
})

test('the result page of a booking is not found a day after its last change', async () => {
  const made = await order((await createEvent(shop, { price: '10.00' })).id)
  const result = (query: string) => guest().get(`/api/booking/result?${query}`)
  expect((await result(`booking=${made.number}`)).status).toBe(200)
  await db().run(sql`update booking set updated_at = now() - interval '25 hours' where number = ${made.number}`)
  for (const query of [`booking=${made.number}`, `order=${made.order_number}`]) expect((await result(query)).status).toBe(404)
})

test('the result of a booking is read by its number or its order number, without personal data', async () => {
  const event = await createEvent(shop, { price: '10.00', title: { 'en-US': 'Tasting', 'zh-HK': '品茶' } })
  const made = await order(event.id)
  const result = (query: string) => guest().get(`/api/booking/result?${query}`)
  const expected = { number: made.number, status: 'pending', title: '品茶', url: event.url }
  expect(fine(await result(`booking=${made.number}&language=zh-HK`)).body).toEqual(expected)
  expect(fine(await result(`order=${made.order_number}`)).body).toEqual({ ...expected, title: 'Tasting' })
  const draft = fine(await hold(event.id)).body
  const holdRow = await db().one<{ number: string }>(sql`select number from booking where hold_key = ${draft.subject_id}`)
  for (const query of [`booking=${holdRow?.number}`, 'booking=BK0', 'order=', 'order=0', ''])
    expect((await result(query)).status, query).toBe(404)
})

test('a past, rejected or abnormal booking cannot be canceled or rescheduled by its link', async () => {
  const event = await createEvent(shop)
  const made = fine(await book(event.id)).body
  for (const status of ['present', 'absent', 'completed', 'rejected', 'abnormal']) {
    await db().run(sql`update booking set status = ${status} where number = ${made.number}`)
    expect([status, await code(guest().post('/api/booking/guest_cancel', { token: made.token }))]).toEqual([status, 'BOOKING_TOO_LATE'])
    const moved = await code(guest().post('/api/booking/guest_reschedule', { token: made.token, date: dayIn(4), time: '10:00' }))
    expect([status, moved]).toEqual([status, status === 'abnormal' ? 'BOOKING_TOO_LATE' : 'WRONG_STATE'])
    expect(await readStatus(shop, made.number)).toBe(status)
  }
})

test('a booking cannot be rescheduled to its current time, and keeps its place', async () => {
  const event = await createEvent(shop)
  const made = fine(await book(event.id, { quantity: 2 })).body
  const move = (more: object) =>
    guest().post('/api/booking/guest_reschedule', { token: made.token, date: dayIn(3), time: '10:00', ...more })
  expect(await code(move({}))).toBe('WRONG_STATE')
  expect(await code(move({ date: dayIn(200) }))).toBe('BOOKING_NO_TIME')
  expect(await code(move({ date: 'soon' }))).toBe('date')
  expect(await readCounts(shop, event.id)).toEqual([{ taken: 2, booked: 2, capacity: 5 }])
  const view = fine(await guest().post('/api/booking', { token: made.token })).body
  expect([view.reschedules_left, view.may_reschedule]).toEqual([3, true])
})
