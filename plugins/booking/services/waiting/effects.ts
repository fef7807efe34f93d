import { type TransitionContext, sql } from 'stoa'
import { OFFER } from './job.ts'

interface Row {
  session_id: number
  booking_id: number | null
}

const getRow = ({ tx, row }: TransitionContext) =>
  tx.one<Row>(sql`select session_id, booking_id from booking_waitlist where id = ${row.id}`)

/** The entry became a booking. */
export async function afterEntryBooked({ tx, row }: TransitionContext): Promise<void> {
  await tx.run(sql`update booking_waitlist set expires_at = null where id = ${row.id}`)
}

/** Releases what was held for the entry, and offers the places to the next one. */
export async function afterLeft(m: TransitionContext): Promise<void> {
  const found = await getRow(m)
  if (!found) return
  await m.tx.run(sql`update booking_waitlist set expires_at = null where id = ${m.row.id}`)
  if (found.booking_id !== null)
    await m.tx.run(
      sql`update booking set hold_expires_at = least(hold_expires_at, now()) where id = ${found.booking_id} and status = 'draft' and asked_at is null`,
    )
  m.tx.enqueue(OFFER, { session: found.session_id })
}
