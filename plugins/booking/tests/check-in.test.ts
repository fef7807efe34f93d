import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { fine, type Shop } from '../../../tests/support/selling-shop.ts'
import { signCode } from '../services/check-in/codes.ts'
import { createCheckInKit } from './check-in-fixture.ts'
import { dayIn, openBookings, readStatus } from './booking-fixture.ts'

/** Which codes are accepted at check-in and which are rejected. */
let shop: Shop
beforeAll(async () => {
  shop = await openBookings()
})
afterAll(() => shop.it.close())

const db = () => shop.it.kernel.db
const { beginIn, booked, device, first, lesson, scan, scanned } = createCheckInKit(() => shop)

test('a guest is checked in once, by the signed or the short code, and shown by initials only', async () => {
  const event = await lesson()
  const b = await booked(event)
  await beginIn(b.session, 5)
  const front = await device()
  const { code, short } = await first(b)
  const answer = await scanned(front, code, { event_id: event.id, session_id: b.session })
  expect(answer).toMatchObject({
    result: 'ok',
    booking: { number: b.number, name: 'M. C.', quantity: 1 },
    seat: { seat_no: 1, status: 'present', device: 'Front' },
    here: 1,
    time: { expected: 1, present: 1 },
  })
  expect(JSON.stringify(answer)).not.toContain('Chan')
  expect(await readStatus(shop, b.number)).toBe('present')
  const again = await scanned(await device('Back'), short.replaceAll(/(.{4})/g, '$1 '))
  expect(again).toMatchObject({ result: 'already', id: null, seat: { device: 'Front' } })
})

test('check-in for an event or a session rejects bookings of another one', async () => {
  const [b, other] = [await booked(await lesson()), await booked(await lesson(), 1, 'kim')]
  await beginIn(b.session, 0)
  const [front, { code }] = [await device(), await first(b)]
  const row = await db().one<{ event: number }>(sql`select event_id as event from booking where id = ${other.id}`)
  for (const target of [{ event_id: row?.event }, { event_id: 999_999 }])
    expect(await scanned(front, code, target)).toMatchObject({ result: 'wrong_event' })
  for (const target of [{ session_id: other.session }, { session_id: 999_999 }])
    expect(await scanned(front, code, target)).toMatchObject({ result: 'wrong_session' })
  expect(await readStatus(shop, b.number)).toBe('approved')
  expect(await scanned(front, code, { session_id: b.session })).toMatchObject({ result: 'ok' })
})

test('a different code with a used nonce is rejected, checks nobody in and is not reported as checked in', async () => {
  const event = await lesson()
  const [b, other] = [await booked(event), await booked(event, 1, 'kim')]
  await beginIn(b.session, 0)
  const [front, nonce] = [await device(), randomUUID()]
  const [mine, theirs] = [await first(b), await first(other)]
  expect((await scanned(front, mine.code, { nonce })).result).toBe('ok')
  expect((await scanned(front, ` ${mine.code.toLowerCase()}`, { nonce })).result).toBe('ok')
  for (const code of [theirs.code, 'nothing']) {
    const answer = await scan(front, code, { nonce })
    expect([answer.status, answer.body.code]).toEqual([422, 'KEY_REUSED'])
  }
  expect([await readStatus(shop, b.number), await readStatus(shop, other.number)]).toEqual(['present', 'approved'])
})

test('a repeated scan gets the same answer and is listed once, and another device cannot reuse its nonce', async () => {
  const b = await booked(await lesson())
  await beginIn(b.session, 0)
  const [front, nonce] = [await device(), randomUUID()]
  const { code } = await first(b)
  const all = await Promise.all(Array.from({ length: 6 }, () => scan(front, code, { nonce })))
  expect(all.map(({ body }) => body.result)).toEqual(Array(6).fill('ok'))
  expect(new Set(all.map(({ body }) => body.id)).size).toBe(1)
  const rows = await db().rows(sql`select 1 from booking_checkin where booking_id = ${b.id}`)
  expect(rows).toHaveLength(1)
})

test('of two devices that scan one code at the same moment one checks in', async () => {
  const b = await booked(await lesson())
  await beginIn(b.session, 0)
  const devices = await Promise.all(['A', 'B', 'C', 'D'].map((name) => device(name)))
  const { code } = await first(b)
  const results = (await Promise.all(devices.map((deviceId) => scanned(deviceId, code)))).map(({ result }) => result).sort()
  expect(results).toEqual(['already', 'already', 'already', 'ok'])
})

test('each guest of a group has a code of their own, and a code shown twice checks nobody else in', async () => {
  const b = await booked(await lesson(), 3)
  await beginIn(b.session, 0)
  const front = await device()
  const codes = await b.codes()
  expect(codes).toHaveLength(3)
  expect(await scanned(front, codes[1]?.code ?? '')).toMatchObject({ result: 'ok', seat: { seat_no: 2 }, here: 1 })
  expect(await scanned(front, codes[1]?.code ?? '')).toMatchObject({ result: 'already', here: 1 })
  expect(await scanned(front, codes[0]?.code ?? '')).toMatchObject({
    result: 'ok',
    seat: { seat_no: 1 },
    here: 2,
    time: { present: 2, expected: 3 },
  })
})

test('the code of a whole booking asks which of its seats are present', async () => {
  const b = await booked(await lesson(), 3)
  await beginIn(b.session, 0)
  const front = await device()
  const row = await db().one<{ ends: number }>(
    sql`select (extract(epoch from ends_at) * 1000)::bigint as ends from booking where id = ${b.id}`,
  )
  const code = signCode(shop.it.ctx, 'booking', b.id, { session: b.session, ends: row?.ends ?? 0, rev: 0 })
  const answer = await scanned(front, code)
  expect(answer).toMatchObject({ result: 'choose', here: 0 })
  const [one, , three] = answer.seats
  expect(await scanned(front, code, { seats: [{ id: one.id }, { id: three.id }] })).toMatchObject({ result: 'ok', here: 2 })
  const other = await booked(await lesson())
  const foreign = await db().one<{ id: number }>(sql`select id from booking_seat where booking_id = ${other.id}`)
  expect(await scanned(front, code, { seats: [{ id: foreign?.id }] })).toMatchObject({ result: 'choose' })
})

test('a wrong event or session and a scan too early or late are reported, and overridden only with a note', async () => {
  const [event, other] = [await lesson(), await lesson()]
  const b = await booked(event)
  await beginIn(b.session, 0)
  const front = await device()
  const { code } = await first(b)
  const elsewhere = await booked(other)
  expect(await scanned(front, code, { event_id: other.id, session_id: elsewhere.session })).toMatchObject({
    result: 'wrong_event',
    may_override: false,
  })
  const wrong = { event_id: event.id, session_id: elsewhere.session }
  expect(await scanned(front, code, wrong)).toMatchObject({ result: 'wrong_session', may_override: true })
  expect(await scanned(front, code, { ...wrong, override: true, note: '  ' })).toMatchObject({ result: 'wrong_session' })
  await beginIn(b.session, 61)
  expect(await scanned(front, code)).toMatchObject({ result: 'too_early', may_override: true })
  await beginIn(b.session, -62)
  expect(await scanned(front, code)).toMatchObject({ result: 'too_late' })
  expect(await scanned(front, code, { override: true, note: 'Missed the ferry' })).toMatchObject({ result: 'ok' })
  const row = await db().one(sql`select note from booking_checkin where booking_id = ${b.id} and result = 'ok'`)
  expect(row).toEqual({ note: 'Missed the ferry' })
})

test('a canceled, unpaid or rescheduled booking is not checked in, not even with a note', async () => {
  const event = await lesson()
  const front = await device()
  const off = await booked(event)
  const offCode = await first(off)
  fine(await shop.it.guest.post('/api/booking/guest_cancel', { token: off.token }))
  expect(await scanned(front, offCode.code, { override: true, note: 'please' })).toMatchObject({ result: 'canceled', may_override: false })
  const unpaid = await booked(event)
  const unpaidCode = await first(unpaid)
  await db().run(sql`update booking set status = 'pending' where id = ${unpaid.id}`)
  expect(await scanned(front, unpaidCode.code)).toMatchObject({ result: 'unpaid' })
  await db().run(sql`update booking set status = 'abnormal' where id = ${unpaid.id}`)
  expect(await scanned(front, unpaidCode.code)).toMatchObject({ result: 'abnormal' })
  const moved = await booked(event)
  const before = await first(moved)
  fine(await shop.it.guest.post('/api/booking/guest_reschedule', { token: moved.token, date: dayIn(4), time: '10:00' }))
  expect(await scanned(front, before.code)).toMatchObject({ result: 'replaced' })
  expect(await scanned(front, before.short)).toMatchObject({ result: 'unknown' })
  const { session_id: session } = (await db().one<{ session_id: number }>(sql`select session_id from booking where id = ${moved.id}`)) ?? {
    session_id: 0,
  }
  await beginIn(session, 0)
  // The session was moved directly in the database, so the code contains a different end time. The code is still valid.
  expect(await scanned(front, (await first(moved)).code)).toMatchObject({ result: 'ok' })
})

test('invalid codes get the same answer, are logged without their content, and the log expires', async () => {
  const front = await device()
  const b = await booked(await lesson())
  const { code } = await first(b)
  const forged = `${code.slice(0, 20)}${code[20] === 'A' ? 'B' : 'A'}${code.slice(21)}`
  for (const wrong of [forged, 'https://example.test', '<script>', '👩‍🎤'.repeat(20), ''])
    expect(await scanned(front, wrong), wrong).toMatchObject({ result: 'bad_signature', booking: null, seats: [] })
  expect(await scanned(front, '1234567890123456789')).toMatchObject({ result: 'unknown' })
  const old = signCode(shop.it.ctx, 'booking', b.id, { session: b.session, ends: Date.now() - 31 * 86_400_000, rev: 0 })
  expect(await scanned(front, old)).toMatchObject({ result: 'expired_code' })
  expect(await scanned(front, signCode(shop.it.ctx, 'seat', 999_999, { session: 1, ends: Date.now(), rev: 0 }))).toMatchObject({
    result: 'unknown',
  })
  const scanRows = await db().rows<{ print: string }>(
    sql`select c.print from booking_checkin c join booking_device d on d.id = c.device_id where d.uuid = ${front}`,
  )
  expect(JSON.stringify(scanRows)).not.toContain('example')
  let last = 200
  for (let n = 0; n < 40 && last !== 429; n++) last = (await scan(front, forged)).status
  expect(last).toBe(429)
  await db().run(sql`delete from rate_limit`)
})
