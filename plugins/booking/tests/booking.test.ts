import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { fine, type Shop } from '../../../tests/support/selling-shop.ts'
import { readCounts, dayIn, createEvent, everyDay, openBookings, readStatus, createContact } from './booking-fixture.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openBookings()
})
afterAll(() => shop.it.close())

const guest = () => shop.it.guest
const db = () => shop.it.kernel.db
const book = (event: number, more: object = {}) =>
  guest().post('/api/event/booking', { event_id: event, date: dayIn(3), time: '10:00', quantity: 1, ...createContact(), ...more })
const moveTo = (token: string, more: object = {}) =>
  guest().post('/api/booking/guest_reschedule', { token, date: dayIn(4), time: '10:00', ...more })
const mails = () => db().rows<{ subject: string; text_body: string }>(sql`select subject, text_body from mail order by id`)

test('a free event is booked at once, once per idempotency key, and the guest gets a calendar file', async () => {
  const event = await createEvent(shop)
  const { year, month } = { year: Number(dayIn(3).slice(0, 4)), month: Number(dayIn(3).slice(5, 7)) }
  const times = fine(await guest().post('/api/event/times', { url: event.url, year, month })).body
  expect(times.timezone).toBe('Asia/Hong_Kong')
  expect(times.dates[dayIn(3)]).toEqual([expect.objectContaining({ time: '10:00', available: 5, price: '0.00' })])
  const headers = { 'idempotency-key': 'booking-once-1' }
  const body = { event_id: event.id, date: dayIn(3), time: '10:00', quantity: 2, ...createContact('first') }
  const made = fine(await guest().post('/api/event/booking', body, headers)).body
  const again = fine(await guest().post('/api/event/booking', body, headers)).body
  expect(made).toMatchObject({ status: 'approved', checkout: null, redirect_url: `/event/detail/success?booking=${made.number}` })
  expect(again.number).toBe(made.number)
  expect(await readCounts(shop, event.id)).toEqual([{ taken: 2, booked: 2, capacity: 5 }])
  await shop.it.jobs()
  const [mail] = await db().rows<{ id: number; subject: string }>(sql`select id, subject from mail where recipient = 'first@shop.test'`)
  expect(mail?.subject).toContain('Booking confirmed: Event')
  const files = await db().rows<{ name: string }>(sql`select name from mail_attachment where mail_id = ${mail?.id ?? 0}`)
  expect(files).toEqual([{ name: `${made.number}.ics` }])
})

test('invalid input is reported by field, and an unavailable time in one sentence', async () => {
  const event = await createEvent(shop, { max_quantity: 2 })
  const keys = async (more: object) => Object.keys((await book(event.id, more)).body.messages)
  expect(await keys({ email: 'no address' })).toEqual(['email'])
  expect(await keys({ first_name: null })).toEqual(['first_name'])
  expect(await keys({ quantity: 3 })).toEqual(['quantity'])
  expect(await keys({ date: 'soon' })).toEqual(['date'])
  expect(await keys({ time: '25:00' })).toEqual(['time'])
  for (const more of [{ time: '10:30' }, { time: null }, { date: dayIn(-1) }, { date: dayIn(400) }]) {
    const refused = await book(event.id, more)
    expect([refused.status, refused.body.code], JSON.stringify(more)).toEqual([409, 'BOOKING_NO_TIME'])
  }
  expect((await book(999_999)).status).toBe(404)
  const hidden = await createEvent(shop, { visibled: false })
  expect((await book(hidden.id)).status).toBe(404)
  expect((await guest().post('/api/event', { url: hidden.url })).status).toBe(404)
  await db().run(sql`delete from rate_limit`)
})

test('a quantity above the places left is rejected with the number left', async () => {
  const event = await createEvent(shop, { capacity: 3, max_quantity: 3 })
  fine(await book(event.id, { quantity: 2 }))
  const refused = await book(event.id, { quantity: 2 })
  expect([refused.status, refused.body.code]).toEqual([409, 'BOOKING_FULL'])
  expect(JSON.stringify(refused.body.messages)).toContain('Only 1 place is left at this time.')
  fine(await book(event.id))
  expect((await book(event.id)).body.code).toBe('BOOKING_NO_TIME')
  expect(await readCounts(shop, event.id)).toEqual([{ taken: 3, booked: 3, capacity: 3 }])
})

test('a booking is rescheduled by its link, keeps its number, counts its changes, and frees its old place', async () => {
  const event = await createEvent(shop, { capacity: 1, max_quantity: 1, max_reschedules: 1 })
  const made = fine(await book(event.id, createContact('mover'))).body
  const moved = fine(await moveTo(made.token)).body
  expect(moved).toMatchObject({ number: made.number, date: dayIn(4), time: '10:00', may_reschedule: false, reschedules_left: 0 })
  expect((await readCounts(shop, event.id)).map(({ taken }) => taken)).toEqual([0, 1])
  expect((await moveTo(made.token, { date: dayIn(5) })).body.code).toBe('BOOKING_TOO_LATE')
  fine(await book(event.id, createContact('next')))
  await shop.it.jobs()
  expect((await mails()).filter(({ subject }) => subject.startsWith('Booking rescheduled'))).toHaveLength(1)
})

test('a booking cannot be rescheduled to a full time, and stays where it was', async () => {
  const event = await createEvent(shop, { capacity: 1, max_quantity: 1 })
  const made = fine(await book(event.id, createContact('stays'))).body
  fine(await book(event.id, { ...createContact('there'), date: dayIn(4) }))
  expect((await moveTo(made.token)).body.code).toBe('BOOKING_NO_TIME')
  expect((await moveTo(made.token, { date: dayIn(3) })).status).toBe(409)
  expect((await readCounts(shop, event.id)).map(({ taken }) => taken)).toEqual([1, 1])
  expect(fine(await guest().post('/api/booking', { token: made.token })).body).toMatchObject({ date: dayIn(3), reschedules_left: 3 })
})

test('an appointment can be moved by half an hour although it overlaps its own time', async () => {
  const event = await createEvent(shop, {
    kind: 'appointment',
    capacity: 1,
    max_quantity: 1,
    slot_interval: 30,
    hours: everyDay('09:00', '12:00'),
  })
  const made = fine(await book(event.id)).body
  expect((await book(event.id, { time: '10:30' })).body.code).toBe('BOOKING_NO_TIME')
  fine(await moveTo(made.token, { date: dayIn(3), time: '10:30' }))
  expect((await book(event.id, { time: '10:00' })).body.code).toBe('BOOKING_NO_TIME')
  fine(await book(event.id, { time: '09:30' }))
})

test('a booking is canceled once by its link, and not within the cancellation deadline', async () => {
  const event = await createEvent(shop, { cancel_until: 60 * 24 })
  const made = fine(await book(event.id, createContact('off'))).body
  const canceled = fine(await guest().post('/api/booking/guest_cancel', { token: made.token, reason: 'Rain' })).body
  expect(canceled).toMatchObject({ status: 'canceled', reason: 'Rain', may_cancel: false })
  fine(await guest().post('/api/booking/guest_cancel', { token: made.token }))
  expect(await readCounts(shop, event.id)).toEqual([{ taken: 0, booked: 0, capacity: 5 }])
  const near = await createEvent(shop, { cancel_until: 60 * 24 * 10 })
  const late = fine(await book(near.id)).body
  expect((await guest().post('/api/booking/guest_cancel', { token: late.token })).body.code).toBe('BOOKING_TOO_LATE')
})

test('a link opens only its own booking: forged, truncated and swapped links open nothing', async () => {
  const event = await createEvent(shop)
  const [a, b] = [fine(await book(event.id)).body, fine(await book(event.id)).body]
  const [, signature] = a.token.split('.')
  for (const token of ['x', '.', `${b.number}.${signature}`, `${a.number}.`, a.number, a.token.slice(0, -4)])
    expect((await guest().post('/api/booking', { token })).status, token).toBe(404)
  expect((await guest().post('/api/booking', { booking_id: 1 })).status).toBe(404)
  await db().run(sql`delete from rate_limit`)
})

test('a booking that needs approval waits for it, and a rejection frees the places and emails the reason', async () => {
  const event = await createEvent(shop, { needs_approval: true })
  const [yes, no] = [fine(await book(event.id, createContact('yes'))).body, fine(await book(event.id, createContact('no'))).body]
  expect([yes.status, no.status]).toEqual(['pending', 'pending'])
  const list = fine(await shop.owner.get(`/api/admin/booking?event_id=${event.id}&sort=id`)).body.data
  const findId = (number: string) => list.find((row: { number: string }) => row.number === number).id
  fine(await shop.owner.post(`/api/admin/booking/${findId(yes.number)}/approve`))
  fine(await shop.owner.post(`/api/admin/booking/${findId(no.number)}/reject`, { reason: 'We are away' }))
  expect([await readStatus(shop, yes.number), await readStatus(shop, no.number)]).toEqual(['approved', 'rejected'])
  expect((await readCounts(shop, event.id))[0]).toMatchObject({ taken: 1, booked: 1 })
  await shop.it.jobs()
  const rejectionMails = (await mails()).filter(({ text_body }) => text_body.includes('We are away'))
  expect(rejectionMails).toHaveLength(1)
})

test('customers see and reschedule their own bookings, and nobody else can', async () => {
  const event = await createEvent(shop)
  const [may, kim] = await Promise.all(
    ['may', 'kim'].map(async (name) => {
      const email = `${name}-member@shop.test`
      fine(await shop.owner.post('/api/admin/customer', { email, first_name: name, last_name: 'B', password: 'a long password' }))
      return shop.it.as(fine(await guest().post('/api/login', { email, password: 'a long password' })).body.token)
    }),
  )
  if (!may || !kim) throw new Error('nobody signed in')
  fine(await may.post('/api/event/booking', { event_id: event.id, date: dayIn(3), time: '10:00' }))
  const [mine] = fine(await may.get('/api/booking')).body.data
  expect(mine).toMatchObject({ name: 'may B', status: 'approved', may_cancel: true })
  expect(fine(await kim.get('/api/booking')).body.data).toEqual([])
  expect((await kim.post('/api/booking/cancel', { booking_id: mine.id })).status).toBe(404)
  fine(await may.post('/api/booking/reschedule', { booking_id: mine.id, date: dayIn(5), time: '10:00' }))
  expect(fine(await may.post('/api/booking/cancel', { booking_id: mine.id })).body.status).toBe('canceled')
})

test('staff book for somebody at short notice, and reschedule without counting a change', async () => {
  const event = await createEvent(shop, { notice: 60 * 24 * 30, price: '100.00' })
  expect((await book(event.id)).body.code).toBe('BOOKING_NO_TIME')
  const made = fine(
    await shop.owner.post('/api/admin/booking', {
      event_id: event.id,
      date: dayIn(2),
      time: '10:00',
      quantity: 2,
      email: 'walk@shop.test',
      first_name: 'Walk',
    }),
  ).body
  expect(made.status).toBe('approved')
  expect(fine(await shop.owner.post(`/api/admin/booking/${made.id}/reschedule`, { date: dayIn(1), time: '10:00' })).body).toMatchObject({
    reschedules: 0,
    source: 'admin',
  })
  const clerk = await shop.it.staff('booking.viewer')
  expect((await clerk.post(`/api/admin/booking/${made.id}/reschedule`, { date: dayIn(2), time: '10:00' })).status).toBe(403)
  expect((await clerk.post(`/api/admin/booking/${made.id}/cancel`)).status).toBe(403)
})

test('a reminder is sent once, and not for a booking made after the reminder was due', async () => {
  const event = await createEvent(shop, { remind_before: 60 * 24 * 5, notice: 0 })
  const late = fine(await book(event.id, createContact('late'))).body
  const early = fine(await book(event.id, createContact('early'))).body
  await shop.it.jobs()
  await db().run(sql`update booking set updated_at = now() - interval '9 days' where number = ${early.number}`)
  const { remindDue } = await import('../services/remind.ts')
  await remindDue(shop.it.ctx)
  await remindDue(shop.it.ctx)
  await shop.it.jobs()
  const soon = await db().rows<{ recipient: string }>(sql`select recipient from mail where subject like 'Reminder:%'`)
  expect(soon).toEqual([{ recipient: 'early@shop.test' }])
  expect(late.status).toBe('approved')
})

test('day events are booked by the whole day, and a day that has begun is not available', async () => {
  const event = await createEvent(shop, { kind: 'day', hours: everyDay('09:00', '18:00'), capacity: 2, max_quantity: 2 })
  const made = fine(await book(event.id, { time: null })).body
  const view = fine(await guest().post('/api/booking', { token: made.token })).body
  expect([view.time, Date.parse(view.ends_at) - Date.parse(view.starts_at)]).toEqual(['', 86_400_000])
})

test('a booked event cannot be deleted, its capacity not fall below the places taken, and future sessions follow it', async () => {
  const event = await createEvent(shop)
  fine(await book(event.id, { quantity: 3 }))
  expect((await shop.owner.delete(`/api/admin/event/${event.id}`)).status).toBe(422)
  const at = `/api/admin/event/${event.id}`
  const { version } = fine(await shop.owner.get(at)).body
  expect(Object.keys((await shop.owner.put(at, { capacity: 2, max_quantity: 2, version })).body.messages)).toEqual(['capacity'])
  fine(await shop.owner.put(at, { capacity: 9, version }))
  expect(await readCounts(shop, event.id)).toEqual([{ taken: 3, booked: 3, capacity: 9 }])
})

test('text typed by a guest who uses the address of somebody else is not emailed to that address', async () => {
  const event = await createEvent(shop)
  const words = 'See http://evil.example/prize'
  const { number } = fine(await book(event.id, { email: 'victim@shop.test', first_name: words })).body
  await shop.it.jobs()
  const { createToken } = await import('../services/access.ts')
  fine(await guest().post('/api/booking/guest_cancel', { token: createToken(shop.it.ctx, number), reason: words }))
  await shop.it.jobs()
  const written = await db().rows<{ text: string }>(
    sql`select subject || text_body || html_body as text from mail where recipient = 'victim@shop.test'`,
  )
  expect(written).toHaveLength(2)
  for (const { text } of written) expect(text).not.toContain('evil.example')
})
