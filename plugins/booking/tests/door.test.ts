import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#core'
import { fine, type Shop } from '../../../tests/support/selling.ts'
import { completeOver } from '../services/expire.ts'
import { byToken } from '../services/access.ts'
import { ticketOf } from '../services/door/ticket.ts'
import { signedCode } from '../services/door/codes.ts'
import { dayIn, eventOf, everyDay, openBookings, statusOf, who } from './help.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openBookings()
})
afterAll(() => shop.it.close())

const db = () => shop.it.kernel.db

/** A device with a name. */
async function device(name = 'Front'): Promise<string> {
  const uuid = randomUUID()
  fine(await shop.owner.post('/api/admin/booking/device', { device: uuid, name }))
  return uuid
}

const lesson = (more: object = {}) => eventOf(shop, { attendance: true, capacity: 10, ...more })

/** A booking that begins now, with its codes. */
async function booked(event: { id: number }, quantity = 1, name = 'may') {
  const made = fine(
    await shop.it.guest.post('/api/event/booking', { event_id: event.id, date: dayIn(3), time: '10:00', quantity, ...who(name) }),
  ).body
  const id = await byToken(shop.it.ctx, db(), made.token)
  const row = await db().one<{ session: number }>(sql`select session_id as session from booking where id = ${id}`)
  const codes = async () => (await ticketOf(shop.it.ctx, id))?.codes ?? []
  return { id, number: made.number as string, token: made.token as string, session: row?.session ?? 0, codes }
}

/** Everybody's time is now, or so many minutes from now. */
async function beginIn(session: number, minutes: number): Promise<void> {
  const [starts, ends] = [minutes, minutes + 60].map((m) => new Date(Date.now() + m * 60_000).toISOString())
  await db().run(sql`update booking_session set starts_at = ${starts}, ends_at = ${ends} where id = ${session}`)
  await db().run(sql`update booking set starts_at = ${starts}, ends_at = ${ends} where session_id = ${session}`)
}

const scan = (uuid: string, code: string, more: object = {}) =>
  shop.owner.post('/api/admin/booking/scan', { device: uuid, nonce: randomUUID(), code, ...more })
const scanned = async (uuid: string, code: string, more: object = {}) => fine(await scan(uuid, code, more)).body
const back = async (uuid: string, scans: object[]) =>
  fine(await shop.owner.post('/api/admin/booking/scan/replay', { device: uuid, scans: scans.map((s) => ({ nonce: randomUUID(), ...s })) }))
    .body.data
const first = async (b: { codes: () => Promise<{ code: string; short: string }[]> }) => {
  const [one] = await b.codes()
  if (!one) throw new Error('no code')
  return one
}

test('who comes is checked in once, by the signed code or the short one, and shown by first letters alone', async () => {
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
  expect(await statusOf(shop, b.number)).toBe('present')
  const again = await scanned(await device('Back'), short.replaceAll(/(.{4})/g, '$1 '))
  expect(again).toMatchObject({ result: 'already', id: null, seat: { device: 'Front' } })
})

test('another code under the nonce of a scan is refused, and nobody is let in by it or taken for let in', async () => {
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
  expect([await statusOf(shop, b.number), await statusOf(shop, other.number)]).toEqual(['present', 'approved'])
})

test('the same scan again is answered the same and stands once in the list, another device cannot take it', async () => {
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

test('of two doors that scan one code at the same moment one lets in', async () => {
  const b = await booked(await lesson())
  await beginIn(b.session, 0)
  const doors = await Promise.all(['A', 'B', 'C', 'D'].map((name) => device(name)))
  const { code } = await first(b)
  const results = (await Promise.all(doors.map((door) => scanned(door, code)))).map(({ result }) => result).sort()
  expect(results).toEqual(['already', 'already', 'already', 'ok'])
})

test('of a group each comes by a code of their own; one that is shown twice lets nobody else in', async () => {
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

test('the code of a whole booking asks which of its places are here', async () => {
  const b = await booked(await lesson(), 3)
  await beginIn(b.session, 0)
  const front = await device()
  const row = await db().one<{ ends: number }>(
    sql`select (extract(epoch from ends_at) * 1000)::bigint as ends from booking where id = ${b.id}`,
  )
  const code = signedCode(shop.it.ctx, 'booking', b.id, { session: b.session, ends: row?.ends ?? 0, rev: 0 })
  const asked = await scanned(front, code)
  expect(asked).toMatchObject({ result: 'choose', here: 0 })
  const [one, , three] = asked.seats
  expect(await scanned(front, code, { seats: [{ id: one.id }, { id: three.id }] })).toMatchObject({ result: 'ok', here: 2 })
  const other = await booked(await lesson())
  const foreign = await db().one<{ id: number }>(sql`select id from booking_seat where booking_id = ${other.id}`)
  expect(await scanned(front, code, { seats: [{ id: foreign?.id }] })).toMatchObject({ result: 'choose' })
})

test('whoever comes to another event, at another time, too early or too late is told so, and let in with a note alone', async () => {
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

test('what was called off, is not paid, or was moved lets nobody in, not even with a note', async () => {
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
  // The time was put elsewhere by hand, so the code says another end; it is good all the same.
  expect(await scanned(front, (await first(moved)).code)).toMatchObject({ result: 'ok' })
})

test('codes that are none are answered alike, written down without what they said, and not for ever', async () => {
  const front = await device()
  const b = await booked(await lesson())
  const { code } = await first(b)
  const forged = `${code.slice(0, 20)}${code[20] === 'A' ? 'B' : 'A'}${code.slice(21)}`
  for (const wrong of [forged, 'https://example.test', '<script>', '👩‍🎤'.repeat(20), ''])
    expect(await scanned(front, wrong), wrong).toMatchObject({ result: 'bad_signature', booking: null, seats: [] })
  expect(await scanned(front, '1234567890123456789')).toMatchObject({ result: 'unknown' })
  const old = signedCode(shop.it.ctx, 'booking', b.id, { session: b.session, ends: Date.now() - 31 * 86_400_000, rev: 0 })
  expect(await scanned(front, old)).toMatchObject({ result: 'expired_code' })
  expect(await scanned(front, signedCode(shop.it.ctx, 'seat', 999_999, { session: 1, ends: Date.now(), rev: 0 }))).toMatchObject({
    result: 'unknown',
  })
  const kept = await db().rows<{ print: string }>(
    sql`select c.print from booking_checkin c join booking_device d on d.id = c.device_id where d.uuid = ${front}`,
  )
  expect(JSON.stringify(kept)).not.toContain('example')
  let last = 200
  for (let n = 0; n < 40 && last !== 429; n++) last = (await scan(front, forged)).status
  expect(last).toBe(429)
  await db().run(sql`delete from rate_limit`)
})

test('a device that was switched off is told nothing, and one nobody named neither', async () => {
  const b = await booked(await lesson())
  await beginIn(b.session, 0)
  const front = await device('Lost')
  fine(await shop.owner.get(`/api/admin/booking/door/${b.session}/list?device=${front}`))
  const [row] = fine(await shop.owner.get('/api/admin/booking_device?q=Lost&fields=*')).body.data
  fine(await shop.owner.put(`/api/admin/booking_device/${row.id}`, { enabled: false, version: row.version }))
  const { code } = await first(b)
  for (const uuid of [front, randomUUID()]) {
    expect((await scan(uuid, code)).body.code).toBe('BOOKING_DEVICE_OFF')
    expect((await shop.owner.get(`/api/admin/booking/door/${b.session}/list?device=${uuid}`)).status).toBe(403)
  }
  expect((await shop.owner.post('/api/admin/booking/device', { device: front, name: 'Found' })).status).toBe(403)
  expect((await shop.owner.post('/api/admin/booking/device', { device: 'x'.repeat(36), name: 'Odd' })).status).toBe(422)
  expect(Object.keys((await scan(front, code, { nonce: 'y'.repeat(36) })).body.messages)).toEqual(['nonce'])
})

test('a check-in is taken back by whoever did it, for ten minutes, and not of what is completed', async () => {
  const b = await booked(await lesson(), 2)
  await beginIn(b.session, 0)
  const front = await device()
  const [one, two] = await b.codes()
  const a = await scanned(front, one?.code ?? '')
  const c = await scanned(front, two?.code ?? '')
  const take = (id: number, by = shop.owner) => by.post(`/api/admin/booking/scan/${id}/undo`)
  const other = await shop.it.staff('booking.manager')
  expect((await take(a.id, other)).status).toBe(404)
  expect(fine(await take(a.id)).body.time).toMatchObject({ present: 1 })
  expect(await statusOf(shop, b.number)).toBe('present')
  fine(await take(a.id))
  fine(await take(c.id))
  expect(await statusOf(shop, b.number)).toBe('approved')
  const again = await scanned(front, one?.code ?? '')
  await db().run(sql`update booking_checkin set created_at = now() - interval '11 minutes' where id = ${again.id}`)
  expect((await take(again.id)).status).toBe(409)
  await db().run(sql`update booking_checkin set created_at = now() where id = ${again.id}`)
  fine(await shop.owner.post(`/api/admin/booking/${b.id}/complete`))
  expect((await take(again.id)).status).toBe(409)
  expect((await take(999_999)).status).toBe(404)
})

test('a device goes on without network by prints of codes and first letters, of which nobody makes a code', async () => {
  const event = await lesson()
  const b = await booked(event, 2)
  await beginIn(b.session, 0)
  const front = await device()
  const list = fine(await shop.owner.get(`/api/admin/booking/door/${b.session}/list?device=${front}`)).body
  expect(list.seats).toHaveLength(2)
  const { code, short } = await first(b)
  const text = JSON.stringify(list)
  for (const secret of [code, short, 'Chan', 'shop.test']) expect(text).not.toContain(secret)
  const { printOf } = await import('../services/door/code.ts')
  expect(list.seats[0]).toMatchObject({ name: 'M. C.', seat_no: 1, of: 2, prints: [printOf(code), printOf(short)] })
  expect(Date.parse(list.forget_at) - Date.parse(list.time.ends_at)).toBe(2 * 3_600_000)
})

test('scans without network are told in the order they were made; the earlier of two doors let in, and both are told', async () => {
  const b = await booked(await lesson())
  await beginIn(b.session, -10)
  const [a, c] = [await device('A'), await device('C')]
  const { code } = await first(b)
  const [early, late] = [Date.now() - 120_000, Date.now() - 60_000].map((at) => new Date(at).toISOString())
  const [second] = await back(c, [{ code, at: late, told: 'ok' }])
  expect(second).toMatchObject({ result: 'ok', trouble: null })
  const [won] = await back(a, [{ code, at: early, told: 'ok' }])
  expect(won).toMatchObject({ result: 'ok', trouble: 'twice', seat: { device: 'A', at: early } })
  const rows = await db().rows(sql`select d.name, c.result, c.trouble from booking_checkin c join booking_device d on d.id = c.device_id
    where c.booking_id = ${b.id} order by d.name`)
  expect(rows).toEqual([
    { name: 'A', result: 'ok', trouble: 'twice' },
    { name: 'C', result: 'already', trouble: 'twice' },
  ])
  expect(fine(await shop.owner.get('/api/admin/booking_checkin?trouble=twice')).body.total).toBe(2)
})

test('what a device let in by itself and should not have is told, and what it knew to be there already is no trouble', async () => {
  const b = await booked(await lesson(), 2)
  await beginIn(b.session, -10)
  const front = await device()
  const [one, two] = await b.codes()
  const at = (seconds: number) => new Date(Date.now() - seconds * 1_000).toISOString()
  const told = await back(front, [
    { code: two?.code, at: at(10), told: 'already' },
    { code: two?.code, at: at(50), told: 'ok' },
    { code: one?.code, at: new Date(Date.now() + 3_600_000).toISOString(), told: 'ok' },
    { code: 'C1FORGED', at: at(20), told: 'ok' },
  ])
  expect(told.map(({ result, trouble }: { result: string; trouble: string | null }) => [result, trouble])).toEqual([
    ['ok', null],
    ['bad_signature', 'unexpected'],
    ['already', null],
    ['ok', null],
  ])
})

test('a device that is heard after the event still tells who came in time', async () => {
  const b = await booked(await lesson())
  await beginIn(b.session, -200)
  const front = await device()
  const { code } = await first(b)
  await completeOver(shop.it.ctx)
  expect(await statusOf(shop, b.number)).toBe('absent')
  await back(front, [{ code, at: new Date(Date.now() - 190 * 60_000).toISOString(), told: 'ok' }])
  expect(await statusOf(shop, b.number)).toBe('present')
  await completeOver(shop.it.ctx)
  expect(await statusOf(shop, b.number)).toBe('completed')
})

test('where people are checked in who was not did not come, elsewhere nobody asks', async () => {
  const [door, open] = [await booked(await lesson()), await booked(await lesson({ attendance: false }))]
  for (const b of [door, open]) await beginIn(b.session, -200)
  await completeOver(shop.it.ctx)
  expect([await statusOf(shop, door.number), await statusOf(shop, open.number)]).toEqual(['absent', 'completed'])
})

test('who lost their code is found by name, and checked in from the list', async () => {
  const b = await booked(await lesson(), 1, 'lost')
  await beginIn(b.session, 0)
  const front = await device()
  const found = fine(await shop.owner.get(`/api/admin/booking/door/${b.session}/guest?q=chan`)).body.data
  expect(found).toMatchObject([{ name: 'May Chan', number: b.number }])
  expect(await scanned(front, '', { seat_id: found[0].seat })).toMatchObject({ result: 'ok' })
  expect(fine(await shop.owner.get(`/api/admin/booking/door/${b.session}/guest?q=100%25`)).body.data).toEqual([])
})

test('the door needs the right to change bookings, and lists what is on', async () => {
  const b = await booked(await lesson())
  await beginIn(b.session, 0)
  const viewer = await shop.it.staff('booking.viewer')
  expect((await viewer.get('/api/admin/booking/door')).status).toBe(403)
  expect((await viewer.post('/api/admin/booking/scan', { device: randomUUID(), nonce: randomUUID(), code: 'x' })).status).toBe(403)
  const { data } = fine(await shop.owner.get('/api/admin/booking/door')).body
  expect(data.find((time: { session: number }) => time.session === b.session)).toMatchObject({ expected: 1, present: 0 })
  expect((await shop.owner.get('/api/admin/booking/door/999999')).status).toBe(404)
})

test('a door is offered as long as it is open, however early it opens and however late it closes', async () => {
  const early = await booked(await lesson({ checkin_opens: 2 * 1_440 }))
  const late = await booked(await lesson({ checkin_closes: 2 * 1_440 }))
  const shut = await booked(await lesson())
  await beginIn(early.session, 47 * 60)
  await beginIn(late.session, -47 * 60)
  await beginIn(shut.session, 47 * 60)
  const { data } = fine(await shop.owner.get('/api/admin/booking/door')).body
  const offered = data.map((time: { session: number }) => time.session)
  expect(offered).toEqual(expect.arrayContaining([early.session, late.session]))
  expect(offered).not.toContain(shut.session)
})

test('badges and codes are printed', async () => {
  const b = await booked(await lesson(), 3)
  const badges = await shop.owner.get(`/api/admin/booking/door/${b.session}/badges`)
  expect([badges.status, badges.headers['content-type'], badges.raw.rawPayload.subarray(0, 5).toString()]).toEqual([
    200,
    'application/pdf',
    '%PDF-',
  ])
  await shop.it.jobs()
  const files = await db().rows<{ name: string }>(sql`select a.name from mail_attachment a join mail m on m.id = a.mail_id
    where a.name like ${`${b.number}.%`} order by a.name`)
  expect(files.map(({ name }) => name)).toEqual([`${b.number}.ics`, `${b.number}.pdf`])
})

test('staff who say that all are here, or nobody, say it of each place', async () => {
  const b = await booked(await lesson({ hours: everyDay('10:00', '11:00') }), 2)
  fine(await shop.owner.post(`/api/admin/booking/${b.id}/attend`))
  const seats = () => db().rows<{ status: string }>(sql`select status from booking_seat where booking_id = ${b.id} order by seat_no`)
  expect((await seats()).map(({ status }) => status)).toEqual(['present', 'present'])
  fine(await shop.owner.post(`/api/admin/booking/${b.id}/miss`))
  expect((await seats()).map(({ status }) => status)).toEqual(['absent', 'absent'])
})

test('whoever has the link sees the codes and prints them, as long as they open something', async () => {
  const b = await booked(await lesson(), 2)
  const open = () => shop.it.guest.post('/api/booking', { token: b.token })
  const codes = await b.codes()
  expect(fine(await open()).body.codes).toEqual(codes.map(({ seat_no, short }) => ({ seat_no, short, present: false })))
  const picture = (seat: number, token = b.token) => shop.it.guest.get(`/api/booking/code?token=${token}&seat=${seat}`)
  const drawn = await picture(2)
  expect([drawn.status, drawn.headers['content-type'], drawn.headers['cache-control']]).toEqual([200, 'image/svg+xml', 'no-store'])
  const paper = await shop.it.guest.get(`/api/booking/ticket?token=${b.token}`)
  expect([paper.status, paper.raw.rawPayload.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
  expect((await picture(3)).status).toBe(404)
  expect((await picture(1, `${b.token}x`)).status).toBe(404)
  fine(await shop.it.guest.post('/api/booking/guest_cancel', { token: b.token }))
  expect(fine(await open()).body.codes).toEqual([])
  expect([(await picture(1)).status, (await shop.it.guest.get(`/api/booking/ticket?token=${b.token}`)).status]).toEqual([404, 404])
})

test('the desk reads how many of a booking are here, who came when, and by which device', async () => {
  const event = await lesson()
  const b = await booked(event, 3)
  await beginIn(b.session, 0)
  const listed = async (number = b.number) =>
    fine(await shop.owner.get(`/api/admin/booking?q=${number}`)).body.data.map(({ here }: { here: string | null }) => here)
  const seats = async (id = b.id) => fine(await shop.owner.get(`/api/admin/booking/${id}/seats`)).body.data
  expect(await listed()).toEqual(['0 / 3'])
  const front = await device('Front door')
  const codes = await b.codes()
  for (const n of [1, 2]) await scanned(front, codes[n]?.code ?? '')
  expect(await listed()).toEqual(['2 / 3'])
  const data = await seats()
  expect(data.map((s: { seat_no: number; status: string; device: string | null }) => [s.seat_no, s.status, s.device])).toEqual([
    [1, 'pending', null],
    [2, 'present', 'Front door'],
    [3, 'present', 'Front door'],
  ])
  expect(Math.abs(Date.parse(data[1].at) - Date.now())).toBeLessThan(60_000)
  expect(data[0].at).toBeNull()
  // Where nobody is checked in, nothing is said of it, until staff say that somebody is here.
  const plain = await booked(await eventOf(shop))
  expect([await listed(plain.number), await seats(plain.id)]).toEqual([[null], []])
  await beginIn(plain.session, 0)
  fine(await shop.owner.post(`/api/admin/booking/${plain.id}/attend`, {}))
  expect([await listed(plain.number), (await seats(plain.id)).length]).toEqual([['1 / 1'], 1])
  expect((await (await shop.it.staff(['get order'])).get(`/api/admin/booking/${b.id}/seats`)).status).toBe(403)
  expect((await shop.owner.get('/api/admin/booking/987654/seats')).status).toBe(404)
})
