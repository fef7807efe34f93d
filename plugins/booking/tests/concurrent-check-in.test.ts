import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { fine, type Shop } from '../../../tests/support/selling-shop.ts'
import { findByToken } from '../services/access.ts'
import { readTicket } from '../services/check-in/ticket.ts'
import { dayIn, createEvent, openBookings, createContact } from './booking-fixture.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openBookings()
})
afterAll(() => shop.it.close())

const db = () => shop.it.kernel.db

test('a crowd at two check-in devices is checked in one by one, from one group booking or single ones', async () => {
  const event = await createEvent(shop, { attendance: true, capacity: 60, max_quantity: 20 })
  const codes: string[] = []
  let session = 0
  for (const [n, quantity] of [20, ...Array<number>(20).fill(1)].entries()) {
    const body = { event_id: event.id, date: dayIn(3), time: '10:00', quantity, ...createContact(`guest${n}`) }
    const { token } = fine(await shop.it.guest.post('/api/event/booking', body)).body
    const id = await findByToken(shop.it.ctx, db(), token)
    session = (await db().one<{ id: number }>(sql`select session_id as id from booking where id = ${id}`))?.id ?? 0
    codes.push(...((await readTicket(shop.it.ctx, id))?.codes ?? []).map(({ code }) => code))
  }
  const [starts, ends] = [0, 60].map((m) => new Date(Date.now() + m * 60_000).toISOString())
  await db().run(sql`update booking_session set starts_at = ${starts}, ends_at = ${ends} where id = ${session}`)
  await db().run(sql`update booking set starts_at = ${starts}, ends_at = ${ends} where session_id = ${session}`)
  const devices = [randomUUID(), randomUUID()]
  for (const device of devices) fine(await shop.owner.post('/api/admin/booking/device', { device, name: 'Door' }))
  const answers = await Promise.all(
    codes.flatMap((code) => devices.map((device) => shop.owner.post('/api/admin/booking/scan', { device, nonce: randomUUID(), code }))),
  )
  expect(answers.map(({ status }) => status).filter((status) => status !== 200)).toEqual([])
  const results = answers.map(({ body }) => body.result)
  expect([results.filter((r) => r === 'ok').length, results.filter((r) => r === 'already').length]).toEqual([40, 40])
  const here = await db().one<{ n: number }>(sql`select count(*)::int as n from booking_seat where status = 'present'`)
  expect(here?.n).toBe(40)
})
