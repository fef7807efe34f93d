import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { fine, type Shop } from '../../../tests/support/selling-shop.ts'
import { completeOver } from '../services/expire.ts'
import { createCheckInKit } from './check-in-fixture.ts'
import { createEvent, everyDay, openBookings, readStatus } from './booking-fixture.ts'

/** Check-in for staff: lists, documents and places. */
let shop: Shop
beforeAll(async () => {
  shop = await openBookings()
})
afterAll(() => shop.it.close())

const db = () => shop.it.kernel.db
const { beginIn, booked, device, lesson, scanned } = createCheckInKit(() => shop)

test('with attendance a guest who was not checked in becomes absent, without it the booking is completed', async () => {
  const [withCheckIn, open] = [await booked(await lesson()), await booked(await lesson({ attendance: false }))]
  for (const b of [withCheckIn, open]) await beginIn(b.session, -200)
  await completeOver(shop.it.ctx)
  expect([await readStatus(shop, withCheckIn.number), await readStatus(shop, open.number)]).toEqual(['absent', 'completed'])
})

test('a guest without a code is found by name and checked in from the list', async () => {
  const b = await booked(await lesson(), 1, 'lost')
  await beginIn(b.session, 0)
  const front = await device()
  const found = fine(await shop.owner.get(`/api/admin/booking/door/${b.session}/guest?q=chan`)).body.data
  expect(found).toMatchObject([{ name: 'May Chan', number: b.number }])
  expect(await scanned(front, '', { seat_id: found[0].seat })).toMatchObject({ result: 'ok' })
  expect(fine(await shop.owner.get(`/api/admin/booking/door/${b.session}/guest?q=100%25`)).body.data).toEqual([])
})

test('check-in requires the permission to update bookings, and lists current sessions', async () => {
  const b = await booked(await lesson())
  await beginIn(b.session, 0)
  const viewer = await shop.it.staff('booking.viewer')
  expect((await viewer.get('/api/admin/booking/door')).status).toBe(403)
  expect((await viewer.post('/api/admin/booking/scan', { device: randomUUID(), nonce: randomUUID(), code: 'x' })).status).toBe(403)
  const { data } = fine(await shop.owner.get('/api/admin/booking/door')).body
  expect(data.find((time: { session: number }) => time.session === b.session)).toMatchObject({ expected: 1, present: 0 })
  expect((await shop.owner.get('/api/admin/booking/door/999999')).status).toBe(404)
})

test('a session is offered for check-in as long as its check-in is open, however early or late that is', async () => {
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

test('when staff mark a booking as present or absent, each of its seats is marked', async () => {
  const b = await booked(await lesson({ hours: everyDay('10:00', '11:00') }), 2)
  fine(await shop.owner.post(`/api/admin/booking/${b.id}/attend`))
  const seats = () => db().rows<{ status: string }>(sql`select status from booking_seat where booking_id = ${b.id} order by seat_no`)
  expect((await seats()).map(({ status }) => status)).toEqual(['present', 'present'])
  fine(await shop.owner.post(`/api/admin/booking/${b.id}/miss`))
  expect((await seats()).map(({ status }) => status)).toEqual(['absent', 'absent'])
})

test('the booking link shows and prints the codes as long as they are valid', async () => {
  const b = await booked(await lesson(), 2)
  const open = () => shop.it.guest.post('/api/booking', { token: b.token })
  const codes = await b.codes()
  expect(fine(await open()).body.codes).toEqual(codes.map(({ seat_no, short }) => ({ seat_no, short, present: false })))
  const picture = (seat: number, token = b.token) => shop.it.guest.get(`/api/booking/code?token=${token}&seat=${seat}`)
  const drawn = await picture(2)
  expect([drawn.status, drawn.headers['content-type'], drawn.headers['cache-control']]).toEqual([200, 'image/svg+xml', 'no-store'])
  const pdf = await shop.it.guest.get(`/api/booking/ticket?token=${b.token}`)
  expect([pdf.status, pdf.raw.rawPayload.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
  expect((await picture(3)).status).toBe(404)
  expect((await picture(1, `${b.token}x`)).status).toBe(404)
  fine(await shop.it.guest.post('/api/booking/guest_cancel', { token: b.token }))
  expect(fine(await open()).body.codes).toEqual([])
  expect([(await picture(1)).status, (await shop.it.guest.get(`/api/booking/ticket?token=${b.token}`)).status]).toEqual([404, 404])
})

test('staff see how many guests of a booking are present, when each was checked in, and by which device', async () => {
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
  // An event without check-in stores no attendance until staff mark a booking as attended.
  const plain = await booked(await createEvent(shop))
  expect([await listed(plain.number), await seats(plain.id)]).toEqual([[null], []])
  await beginIn(plain.session, 0)
  fine(await shop.owner.post(`/api/admin/booking/${plain.id}/attend`, {}))
  expect([await listed(plain.number), (await seats(plain.id)).length]).toEqual([['1 / 1'], 1])
  expect((await (await shop.it.staff(['get order'])).get(`/api/admin/booking/${b.id}/seats`)).status).toBe(403)
  expect((await shop.owner.get('/api/admin/booking/987654/seats')).status).toBe(404)
})
