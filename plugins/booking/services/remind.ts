import { type Ctx, sql } from 'stoa'
import { BOOKING_EMAIL } from './emails.ts'

/**
 * Writes to those whose time is near, once. What was booked or moved after its reminder was due is not reminded of: its letter has just come.
 * One statement marks and reads, so a second process finds nothing left to do.
 */
export async function remindDue({ kernel }: Ctx): Promise<void> {
  await kernel.transaction(async (tx) => {
    const due = await tx.rows<{ id: number; sequence: number; late: boolean }>(sql`
      update booking b set reminded_at = now() from event e
      where e.id = b.event_id and b.status = 'approved' and b.reminded_at is null and e.remind_before > 0 and b.email <> ''
        and b.starts_at > now() and b.starts_at - make_interval(mins => e.remind_before) <= now()
        and b.starts_at < now() + interval '31 days'
      returning b.id, b.sequence, b.updated_at > b.starts_at - make_interval(mins => e.remind_before) as late`)
    for (const { id, sequence, late } of due) if (!late) tx.enqueue(BOOKING_EMAIL, { id, kind: 'reminder', ref: sequence })
  })
}
