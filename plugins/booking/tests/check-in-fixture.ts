import { randomUUID } from 'node:crypto'
import { sql } from 'stoa'
import { fine, type Shop } from '../../../tests/support/selling-shop.ts'
import { findByToken } from '../services/access.ts'
import { readTicket } from '../services/check-in/ticket.ts'
import { dayIn, createEvent, createContact } from './booking-fixture.ts'

/** A booking with the data needed for check-in. */
export interface Coming {
  id: number
  number: string
  token: string
  session: number
  codes: () => Promise<{ seat_no: number; code: string; short: string }[]>
}

/** Check-in helpers: devices, bookings and scans of their codes. */
export function createCheckInKit(shop: () => Shop) {
  const db = () => shop().it.kernel.db
  const scan = (uuid: string, code: string, more: object = {}) =>
    shop().owner.post('/api/admin/booking/scan', { device: uuid, nonce: randomUUID(), code, ...more })
  return {
    /** Registers a device under a name. */
    async device(name = 'Front'): Promise<string> {
      const uuid = randomUUID()
      fine(await shop().owner.post('/api/admin/booking/device', { device: uuid, name }))
      return uuid
    },
    /** Creates an event with check-in. */
    lesson: (more: object = {}) => createEvent(shop(), { attendance: true, capacity: 10, ...more }),
    /** Creates a booking with its codes. */
    async booked(event: { id: number }, quantity = 1, name = 'may'): Promise<Coming> {
      const made = fine(
        await shop().it.guest.post('/api/event/booking', {
          event_id: event.id,
          date: dayIn(3),
          time: '10:00',
          quantity,
          ...createContact(name),
        }),
      ).body
      const id = await findByToken(shop().it.ctx, db(), made.token)
      const row = await db().one<{ session: number }>(sql`select session_id as session from booking where id = ${id}`)
      const codes = async () => (await readTicket(shop().it.ctx, id))?.codes ?? []
      return { id, number: made.number, token: made.token, session: row?.session ?? 0, codes }
    },
    /** Moves the session and its bookings to `minutes` minutes from now. */
    async beginIn(session: number, minutes: number): Promise<void> {
      const [starts, ends] = [minutes, minutes + 60].map((m) => new Date(Date.now() + m * 60_000).toISOString())
      await db().run(sql`update booking_session set starts_at = ${starts}, ends_at = ${ends} where id = ${session}`)
      await db().run(sql`update booking set starts_at = ${starts}, ends_at = ${ends} where session_id = ${session}`)
    },
    scan,
    scanned: async (uuid: string, code: string, more: object = {}) => fine(await scan(uuid, code, more)).body,
    /** Replays the scans of a device that was offline. */
    back: async (uuid: string, scans: object[]) =>
      fine(
        await shop().owner.post('/api/admin/booking/scan/replay', {
          device: uuid,
          scans: scans.map((s) => ({ nonce: randomUUID(), ...s })),
        }),
      ).body.data,
    first: async (b: Coming) => {
      const [code] = await b.codes()
      if (!code) throw new Error('no code')
      return code
    },
  }
}
