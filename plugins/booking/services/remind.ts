import { type Ctx, sql } from 'stoa'
import { BOOKING_EMAIL } from './emails.ts'

/**
 * Sends reminders, once each. A booking made or moved after its reminder was due gets none, since its e-mail was just
 * sent. One statement marks and reads the rows, so that a second process finds none.
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
