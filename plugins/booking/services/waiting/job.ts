import { defineJob, sql, t, type Tx } from 'stoa'

/** Offers places of a time to its waiting list. */
export const OFFER = defineJob({ name: 'booking/offer', payload: { session: t.id() } })

/** Places were released: queues offers, to run after commit. */
export async function enqueueOffers(tx: Tx, session: number): Promise<void> {
  const waits = await tx.one(sql`select 1 from booking_waitlist where session_id = ${session} and status = 'pending' limit 1`)
  if (waits) tx.enqueue(OFFER, { session })
}
