import { sql } from '#core'
import type { Keeper } from '../../people/index.ts'

const any = (ids: readonly number[] = []) => sql`any(${[...ids]}::bigint[])`

/** Bookings stay, for they took places; whose they were goes. */
export const bookingKeeper: Keeper = {
  tables: {
    booking: true,
    booking_letter: 'which letters were written, without what they said',
    booking_seat: 'places of a booking, and when somebody came on them',
    booking_checkin: 'scans at the door, by the number of the booking',
    booking_device: 'what people are checked in with',
  },
  needs: 'get booking',
  async owns(db, { persons, customers, emails }) {
    const rows = await db.rows<{
      id: number
    }>(sql`select id from booking where person_id = ${any(persons)} or customer_id = ${any(customers)}
      or (email <> '' and email = any(${[...emails]})) order by id`)
    return { booking: rows.map(({ id }) => id) }
  },
  tell: async ({ kernel }, { rows }, asking) => ({
    bookings: await kernel.db
      .rows(sql`select b.number, e.url as event, b.starts_at, b.ends_at, b.quantity, b.status, b.email, b.first_name, b.last_name,
        b.country_code, b.phone, b.language, b.comment, b.cancel_reason, b.order_number, b.asked_at
      from booking b join event e on e.id = b.event_id where b.id = ${any(rows.booking)} order by b.id`),
    ...(asking === 'staff'
      ? {
          remarks: await kernel.db.rows(
            sql`select number, remark from booking where id = ${any(rows.booking)} and remark <> '' order by id`,
          ),
        }
      : {}),
  }),
  async erase(tx, _ctx, { rows }) {
    tx.touch('booking')
    await tx.run(sql`update booking set email = '', first_name = '', last_name = '', country_code = null, phone = null, comment = '', remark = '',
      cancel_reason = '', ext = '{}', version = version + 1, updated_at = now() where id = ${any(rows.booking)}`)
  },
  said: ['booking'],
}
