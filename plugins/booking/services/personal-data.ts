import { dropFiles, sql } from 'stoa'
import type { PersonalDataHandler } from 'stoa/plugins/people'

const any = (ids: readonly number[] = []) => sql`any(${[...ids]}::bigint[])`

/** Bookings stay, since they used places; the customer's data is erased. */
export const bookingPersonalData: PersonalDataHandler = {
  tables: {
    booking: true,
    booking_waitlist: true,
    booking_file: true,
    booking_letter: 'types of e-mails sent for a booking, without their text',
    booking_seat: 'seats of a booking and their check-in times',
    booking_checkin: true,
    booking_device: 'check-in devices of staff',
    event: 'settings of an event, without data of attendees',
  },
  needs: 'get booking',
  async findOwnedRows(db, { persons, customers, emails }) {
    const rows = await db.rows<{
      id: number
    }>(sql`select id from booking where person_id = ${any(persons)} or customer_id = ${any(customers)}
      or (email <> '' and email = any(${[...emails]})) order by id`)
    const waits = await db.rows<{ id: number }>(sql`select id from booking_waitlist where person_id = ${any(persons)}
      or customer_id = ${any(customers)} or (email <> '' and email = any(${[...emails]})) order by id`)
    return { booking: rows.map(({ id }) => id), booking_waitlist: waits.map(({ id }) => id) }
  },
  exportData: async ({ kernel }, { rows }, requester) => ({
    bookings: await kernel.db
      .rows(sql`select b.number, e.url as event, b.starts_at, b.ends_at, b.quantity, b.status, b.email, b.first_name, b.last_name,
        b.country_code, b.phone, b.language, b.comment, b.cancel_reason, b.order_number, b.asked_at,
        (select coalesce(json_agg(f.name order by f.id), '[]') from booking_file f where f.booking_id = b.id) as files
      from booking b join event e on e.id = b.event_id where b.id = ${any(rows.booking)} order by b.id`),
    waitlist: await kernel.db
      .rows(sql`select e.url as event, s.starts_at, w.quantity, w.status, w.email, w.first_name, w.last_name, w.language,
        w.created_at, w.offered_at
      from booking_waitlist w join event e on e.id = w.event_id join booking_session s on s.id = w.session_id
      where w.id = ${any(rows.booking_waitlist)} order by w.id`),
    check_ins: await kernel.db
      .rows(sql`select b.number, c.at, c.result, c.seat_no from booking_checkin c join booking b on b.id = c.booking_id
      where c.booking_id = ${any(rows.booking)} order by c.id`),
    ...(requester === 'staff'
      ? {
          remarks: await kernel.db.rows(
            sql`select number, remark from booking where id = ${any(rows.booking)} and remark <> '' order by id`,
          ),
        }
      : {}),
  }),
  async eraseData(tx, _ctx, { rows }) {
    tx.invalidate('booking')
    await tx.run(sql`update booking set email = '', first_name = '', last_name = '', country_code = null, phone = null, comment = '', remark = '',
      cancel_reason = '', held_from = null, held_by = null, held_answers = null, ext = '{}', version = version + 1, updated_at = now() where id = ${any(rows.booking)}`)
    await tx.run(sql`update booking_checkin set note = '' where booking_id = ${any(rows.booking)} and note <> ''`)
    const files = await tx.rows<{ file: number | null }>(
      sql`delete from booking_file where booking_id = ${any(rows.booking)} returning file`,
    )
    await dropFiles(
      tx,
      files.flatMap(({ file }) => file ?? []),
    )
    tx.invalidate('booking_file')
    // Waiting list entries end; holds for them expire.
    tx.invalidate('booking_waitlist')
    await tx.run(sql`update booking_waitlist set email = '', first_name = '', last_name = '', ext = '{}', expires_at = null,
      status = case when status in ('pending', 'processing') then 'canceled' else status end, version = version + 1, updated_at = now()
      where id = ${any(rows.booking_waitlist)}`)
  },
  eraseAuditOf: ['booking', 'booking_waitlist'],
}
