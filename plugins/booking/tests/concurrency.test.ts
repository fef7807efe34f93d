import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Ctx, AppError, sql } from 'stoa'
import { fine, type Shop } from '../../../tests/support/selling-shop.ts'
import { DIRECTORY } from 'stoa/plugins/people'
import { checks } from '../checks.ts'
import { findByToken } from '../services/access.ts'
import { cancelByShopper } from '../services/cancel.ts'
import { expireHolds } from '../services/expire.ts'
import { bookPlaces } from '../services/request.ts'
import { rescheduleBooking } from '../services/reschedule.ts'
import { readCounts, dayIn, createEvent, everyDay, openBookings, createContact } from './booking-fixture.ts'

let shop: Shop
let guest: Ctx
beforeAll(async () => {
  shop = await openBookings()
  guest = { ...shop.it.ctx, actor: { kind: 'guest' } }
})
afterAll(() => shop.it.close())
afterEach(async () => {
  const found = await Promise.all(Object.values(checks).map((check) => check(shop.it.kernel)))
  if (found.flat().length > 0) throw new Error(found.flat().join('\n'))
})

const noDetails = { country_code: null, phone: null, comment: '', currency: null, payment_method: null, coupon: null }
let n = 0
const request = (event: number, date: string, time: string, quantity = 1) =>
  bookPlaces(guest, { event_id: event, date, time, quantity, ...createContact(`racer${++n}`), ...noDetails }, undefined, {
    cookies: {},
    ip: '203.0.113.9',
  })

/** Counts the outcomes of the requests: `done` or the error code. An error that is not an `AppError` fails the test. */
async function outcomes(all: Promise<unknown>[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const done of await Promise.allSettled(all)) {
    if (done.status === 'rejected' && !(done.reason instanceof AppError)) throw done.reason
    const word = done.status === 'fulfilled' ? 'done' : (done.reason as AppError).kind.code
    counts[word] = (counts[word] ?? 0) + 1
  }
  return counts
}

/** Maximum number of concurrent clients; a process has no more database connections. */
const AT_ONCE = 40

/** Runs `size` tasks with `AT_ONCE` clients. Each client starts its next task when the previous one is done. */
async function crowd(size: number, task: () => Promise<unknown>): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  let begun = 0
  const client = async () => {
    while (begun++ < size) for (const [word, times] of Object.entries(await outcomes([task()]))) counts[word] = (counts[word] ?? 0) + times
  }
  await Promise.all(Array.from({ length: AT_ONCE }, client))
  return counts
}

test('of 200 requests for the last five places five succeed, and the others are told that there is none', async () => {
  const event = await createEvent(shop)
  const counts = await crowd(200, () => request(event.id, dayIn(3), '10:00'))
  expect(counts['done']).toBe(5)
  expect((counts['BOOKING_FULL'] ?? 0) + (counts['BOOKING_NO_TIME'] ?? 0)).toBe(195)
  expect(await readCounts(shop, event.id)).toEqual([{ taken: 5, booked: 5, capacity: 5 }])
}, 60_000)

test('groups of several sizes never exceed the capacity', async () => {
  const event = await createEvent(shop, { capacity: 20, max_quantity: 7 })
  await outcomes(Array.from({ length: 60 }, (_, i) => request(event.id, dayIn(3), '10:00', 1 + (i % 7))))
  const [session] = await readCounts(shop, event.id)
  expect(session?.taken).toBe(session?.booked)
  expect(session?.taken).toBeLessThanOrEqual(20)
  expect(session?.taken).toBeGreaterThan(13)
}, 60_000)

test('one staff member has one appointment at a time, whichever event and start is requested', async () => {
  const staff = fine(await shop.owner.post('/api/admin/booking_resource', { name: 'Kim', kind: 'staff' })).body.id
  const appointment = {
    kind: 'appointment',
    capacity: 1,
    max_quantity: 1,
    slot_interval: 15,
    hours: everyDay('09:00', '12:00'),
    resources: [staff],
  }
  const [long, short] = [
    await createEvent(shop, { ...appointment, duration: 60 }),
    await createEvent(shop, { ...appointment, duration: 30, buffer_after: 10 }),
  ]
  const starts = ['09:00', '09:15', '09:30', '09:45', '10:00', '10:15', '10:30', '10:45', '11:00']
  const all = starts.flatMap((time) => [long, short].flatMap((event) => [1, 2, 3].map(() => request(event.id, dayIn(3), time))))
  const counts = await outcomes(all)
  expect(Object.keys(counts).sort()).toEqual(['BOOKING_NO_TIME', 'done'])
  // Three hours have room for three of the longest or five of the shortest appointments.
  expect(counts['done']).toBeGreaterThanOrEqual(2)
  expect(counts['done']).toBeLessThanOrEqual(5)
}, 60_000)

test('of two staff members for an appointment the second is tried when the first is taken', async () => {
  const ids = await Promise.all(
    ['Ada', 'Bo'].map(async (name) => fine(await shop.owner.post('/api/admin/booking_resource', { name, kind: 'staff' })).body.id),
  )
  const event = await createEvent(shop, {
    kind: 'appointment',
    capacity: 1,
    max_quantity: 1,
    resources: ids,
    hours: everyDay('10:00', '11:00'),
  })
  const counts = await outcomes(Array.from({ length: 10 }, () => request(event.id, dayIn(3), '10:00')))
  expect(counts).toEqual({ done: 2, BOOKING_NO_TIME: 8 })
  const rows = await shop.it.kernel.db.rows<{ id: number }>(
    sql`select resource_id as id from booking_session where event_id = ${event.id} order by id`,
  )
  expect(rows.map(({ id }) => id).sort()).toEqual([...ids].sort())
}, 60_000)

test('concurrent reschedule, cancel and book for the last place: one gets it, and nobody loses theirs', async () => {
  const event = await createEvent(shop, { capacity: 1, max_quantity: 1, max_reschedules: 100 })
  for (let round = 0; round < 20; round++) {
    const [from, to] = [dayIn(3 + 2 * (round % 20)), dayIn(4 + 2 * (round % 20))]
    const [a, b] = [await request(event.id, from, '10:00'), await request(event.id, to, '10:00')]
    const [idA, idB] = await Promise.all([a, b].map(({ token }) => findByToken(guest, shop.it.kernel.db, token)))
    if (idA === undefined || idB === undefined) throw new Error('no booking')
    const { kernel } = shop.it
    await outcomes([
      kernel.transaction((tx) => rescheduleBooking(tx, guest, idA, { date: to, time: '10:00' })),
      kernel.transaction((tx) => cancelByShopper(tx, guest, idB, 'Rain')),
      request(event.id, to, '10:00'),
      kernel.transaction((tx) => cancelByShopper(tx, guest, idB, 'Rain')),
    ])
    const mine = await kernel.db.one<{ status: string; taken: number }>(
      sql`select b.status, s.taken from booking b join booking_session s on s.id = b.session_id where b.id = ${idA}`,
    )
    expect(mine).toEqual({ status: 'approved', taken: 1 })
    for (const { taken, booked } of await readCounts(shop, event.id)) expect(taken).toBe(booked)
  }
}, 120_000)

test('two guests who swap times do not deadlock, and both keep a place', async () => {
  const event = await createEvent(shop, { capacity: 1, max_quantity: 1 })
  const [a, b] = [await request(event.id, dayIn(3), '10:00'), await request(event.id, dayIn(4), '10:00')]
  const [idA, idB] = await Promise.all([a, b].map(({ token }) => findByToken(guest, shop.it.kernel.db, token)))
  if (idA === undefined || idB === undefined) throw new Error('no booking')
  const { kernel } = shop.it
  const counts = await outcomes([
    kernel.transaction((tx) => rescheduleBooking(tx, guest, idA, { date: dayIn(4), time: '10:00' })),
    kernel.transaction((tx) => rescheduleBooking(tx, guest, idB, { date: dayIn(3), time: '10:00' })),
  ])
  expect(counts['done'] ?? 0).toBeLessThanOrEqual(1)
  expect((await readCounts(shop, event.id)).map(({ taken }) => taken)).toEqual([1, 1])
}, 60_000)

test('a hold that expires while it is ordered is either ordered or free', async () => {
  const event = await createEvent(shop, { price: '20.00', capacity: 3, max_quantity: 1 })
  const { kernel } = shop.it
  for (let round = 0; round < 6; round++) {
    const day = dayIn(3 + round)
    const cartItem = fine(await shop.it.guest.post('/api/event/hold', { event_id: event.id, date: day, time: '10:00', quantity: 1 })).body
    const { cart_id } = fine(await shop.it.guest.post('/api/cart/item', cartItem)).body
    await kernel.db.run(sql`update booking set hold_expires_at = now() - interval '1 second' where hold_key = ${cartItem.subject_id}`)
    const [, ordered] = await Promise.all([
      expireHolds(shop.it.ctx),
      shop.it.guest.post('/api/checkout', { cart_id, guest: createContact(), payment_method: 'bank' }),
    ])
    const row = await kernel.db.one<{ status: string; taken: number }>(
      sql`select b.status, s.taken from booking b join booking_session s on s.id = b.session_id where b.hold_key = ${cartItem.subject_id}`,
    )
    expect(row).toEqual(ordered.status === 201 ? { status: 'pending', taken: 1 } : { status: 'canceled', taken: 0 })
  }
}, 60_000)

test.each([
  ['free', {}, {}],
  ['paid', { price: '20.00' }, { payment_method: 'bank' }],
])('booking a %s event locks the person before the session, so that two bookings do not deadlock', async (name, event_more, more) => {
  const event = await createEvent(shop, { capacity: 5, ...event_more })
  const { kernel } = shop.it
  const book = (guestName: string) =>
    shop.it.guest.post('/api/event/booking', { event_id: event.id, date: dayIn(3), time: '10:00', ...createContact(guestName), ...more })
  fine(await book(`first-${name}`))
  let locked = (): void => undefined
  let release = (): void => undefined
  const isLocked = new Promise<void>((resolve) => (locked = resolve))
  const isReleased = new Promise<void>((resolve) => (release = resolve))
  const holder = kernel.transaction(async (tx) => {
    await tx.run(sql`select 1 from booking_session where event_id = ${event.id} for update`)
    locked()
    await isReleased
  })
  await isLocked
  const booked = book(`second-${name}`)
  try {
    const isBlocked = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%booking_session%'`
    await expect.poll(() => kernel.db.one(isBlocked)).toBeTruthy()
    const person = kernel.transaction(async (tx) => {
      await tx.run(sql`set local lock_timeout = '200ms'`)
      await kernel.get(DIRECTORY).findOrCreatePerson(tx, createContact(`second-${name}`))
    })
    await expect(person).rejects.toThrow(/lock timeout/)
  } finally {
    release()
    await holder
  }
  expect((await booked).status).toBe(201)
})
