import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { fine, type Shop } from '../../../tests/support/selling-shop.ts'
import { completeOver } from '../services/expire.ts'
import { fingerprintCode } from '../services/check-in/code.ts'
import { createCheckInKit } from './check-in-fixture.ts'
import { openBookings, readStatus } from './booking-fixture.ts'

/** What devices store, replay after they were offline, and can undo. */
let shop: Shop
beforeAll(async () => {
  shop = await openBookings()
})
afterAll(() => shop.it.close())

const db = () => shop.it.kernel.db
const { back, beginIn, booked, device, first, lesson, scan, scanned } = createCheckInKit(() => shop)

test('a disabled device gets no list and no answers, and neither does an unknown device', async () => {
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

test('a check-in can be undone for ten minutes by the person who did it, and not once the booking is completed', async () => {
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
  expect(await readStatus(shop, b.number)).toBe('present')
  fine(await take(a.id))
  fine(await take(c.id))
  expect(await readStatus(shop, b.number)).toBe('approved')
  const again = await scanned(front, one?.code ?? '')
  await db().run(sql`update booking_checkin set created_at = now() - interval '11 minutes' where id = ${again.id}`)
  expect((await take(again.id)).status).toBe(409)
  await db().run(sql`update booking_checkin set created_at = now() where id = ${again.id}`)
  fine(await shop.owner.post(`/api/admin/booking/${b.id}/complete`))
  expect((await take(again.id)).status).toBe(409)
  expect((await take(999_999)).status).toBe(404)
})

test('an offline list holds fingerprints and initials only, from which no code can be made', async () => {
  const event = await lesson()
  const b = await booked(event, 2)
  await beginIn(b.session, 0)
  const front = await device()
  const list = fine(await shop.owner.get(`/api/admin/booking/door/${b.session}/list?device=${front}`)).body
  expect(list.seats).toHaveLength(2)
  const { code, short } = await first(b)
  const text = JSON.stringify(list)
  for (const secret of [code, short, 'Chan', 'shop.test']) expect(text).not.toContain(secret)
  expect(list.seats[0]).toMatchObject({ name: 'M. C.', seat_no: 1, of: 2, prints: [fingerprintCode(code), fingerprintCode(short)] })
  expect(Date.parse(list.forget_at) - Date.parse(list.time.ends_at)).toBe(2 * 3_600_000)
})

test('offline scans are ordered by scan time; the earlier of two devices checks in, and both are reported', async () => {
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

test('a wrong offline check-in is reported, and a seat that the device knew to be present is no conflict', async () => {
  const b = await booked(await lesson(), 2)
  await beginIn(b.session, -10)
  const front = await device()
  const [one, two] = await b.codes()
  const at = (seconds: number) => new Date(Date.now() - seconds * 1_000).toISOString()
  const results = await back(front, [
    { code: two?.code, at: at(10), told: 'already' },
    { code: two?.code, at: at(50), told: 'ok' },
    { code: one?.code, at: new Date(Date.now() + 3_600_000).toISOString(), told: 'ok' },
    { code: 'C1FORGED', at: at(20), told: 'ok' },
  ])
  expect(results.map(({ result, trouble }: { result: string; trouble: string | null }) => [result, trouble])).toEqual([
    ['ok', null],
    ['bad_signature', 'unexpected'],
    ['already', null],
    ['ok', null],
  ])
})

test('offline scans sent after the event still record who came in time', async () => {
  const b = await booked(await lesson())
  await beginIn(b.session, -200)
  const front = await device()
  const { code } = await first(b)
  await completeOver(shop.it.ctx)
  expect(await readStatus(shop, b.number)).toBe('absent')
  await back(front, [{ code, at: new Date(Date.now() - 190 * 60_000).toISOString(), told: 'ok' }])
  expect(await readStatus(shop, b.number)).toBe('present')
  await completeOver(shop.it.ctx)
  expect(await readStatus(shop, b.number)).toBe('completed')
})
