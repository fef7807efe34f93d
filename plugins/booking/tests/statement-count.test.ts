import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { captureStatements } from '../../../tests/support/query-listener.ts'
import { fine, type Shop } from '../../../tests/support/selling-shop.ts'
import { type Coming, createCheckInKit } from './check-in-fixture.ts'
import { dayIn, createEvent, openBookings, createContact } from './booking-fixture.ts'

let shop: Shop
const checkIn = createCheckInKit(() => shop)
beforeAll(async () => {
  shop = await openBookings()
})
afterAll(() => shop.it.close())

test('a free booking takes few SQL statements', async () => {
  const event = await createEvent(shop, { capacity: 60 })
  const { kernel, ctx } = shop.it
  const limits = { held_per_browser: 9, held_per_network: 9, free_ahead_per_address: 9, free_ahead_per_network: 9 }
  await kernel.settings.write(kernel, ctx, 'booking', limits, 'en-US')
  const book = (name: string) =>
    shop.it.guest.post('/api/event/booking', { event_id: event.id, date: dayIn(3), time: '10:00', quantity: 1, ...createContact(name) })
  fine(await book('first'))
  await shop.it.jobs()
  const capturedStatements = await captureStatements(async () => fine(await book('second')))
  // Only statements up to the commit are counted, because post-commit statements are batched over many requests.
  const statements = capturedStatements.slice(0, capturedStatements.indexOf('commit') + 1)
  expect(statements.length, statements.join('\n\n')).toBeLessThanOrEqual(8)
})

test('a booking that is approved at once is recorded step by step', async () => {
  const event = await createEvent(shop)
  const body = { event_id: event.id, date: dayIn(4), time: '10:00', quantity: 2, ...createContact('step') }
  const { number } = fine(await shop.it.guest.post('/api/event/booking', body)).body
  const { db } = shop.it.kernel
  const booked = await db.one<{ id: number; status: string; person_id: number }>(
    sql`select id, status, person_id from booking where number = ${number}`,
  )
  const id = booked?.id ?? 0
  const steps = await db.rows(sql`select from_status as before, to_status as after, actor_kind as by from status_history
    where document_type = 'booking' and document_id = ${id} order by id`)
  expect(steps).toEqual([
    { before: 'draft', after: 'pending', by: 'guest' },
    { before: 'pending', after: 'approved', by: 'system' },
  ])
  const audited = await db.rows(
    sql`select changes, actor_kind as by from audit_log where resource = 'booking' and row_id = ${id} order by id`,
  )
  expect(audited).toEqual([
    { changes: [{ field: 'status', old: 'draft', new: 'pending' }], by: 'guest' },
    { changes: [{ field: 'status', old: 'pending', new: 'approved' }], by: 'system' },
  ])
  expect(await db.one(sql`select count(*)::int as n from booking_seat where booking_id = ${id}`)).toEqual({ n: 2 })
  const activityRows = await db.rows(sql`select type from timeline_activity where subject_id = ${id} and person_id = ${booked?.person_id}`)
  expect(activityRows).toEqual([{ type: 'booking.made' }])
})

test('a check-in takes few SQL statements', async () => {
  const event = await checkIn.lesson()
  const device = await checkIn.device()
  const [first, second] = [await checkIn.booked(event, 1, 'ann'), await checkIn.booked(event, 1, 'ben')]
  await checkIn.beginIn(first.session, 0)
  const enter = async (booking: Coming) => checkIn.scanned(device, (await checkIn.first(booking)).short)
  expect((await enter(first)).result).toBe('ok')
  const { short } = await checkIn.first(second)
  await shop.it.jobs()
  const capturedStatements = await captureStatements(async () => expect((await checkIn.scanned(device, short)).result).toBe('ok'))
  const statements = capturedStatements.filter((statement) => !statement.includes('pg_notify'))
  expect(statements.length, statements.join('\n\n')).toBeLessThanOrEqual(8)
})
