import { type TransitionContext, sql } from 'stoa'

/** Marks all seats as present, on request of staff. */
export async function markAllPresent({ tx, row }: TransitionContext): Promise<void> {
  await tx.run(
    sql`update booking_seat set status = 'present', checked_at = now(), device_id = null where booking_id = ${row.id} and status <> 'present'`,
  )
}

/** Marks all seats as absent, whatever was scanned. */
export async function markAllAbsent({ tx, row }: TransitionContext): Promise<void> {
  await tx.run(sql`update booking_seat set status = 'absent', checked_at = null, device_id = null where booking_id = ${row.id}`)
}

/** The session is over: seats not checked in are marked as absent. */
export async function markRestAbsent({ tx, row }: TransitionContext): Promise<void> {
  await tx.run(sql`update booking_seat set status = 'absent' where booking_id = ${row.id} and status = 'pending'
    and exists (select 1 from booking_seat o where o.booking_id = ${row.id} and o.status = 'present')`)
}
