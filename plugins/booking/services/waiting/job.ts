import { defineJob, sql, t, type Tx } from 'stoa'

/** Offers places of a time to those who wait for them. */
export const OFFER = defineJob({ name: 'booking/offer', payload: { session: t.id() } })

/** Places are free again: whoever waits for them is asked as soon as that is certain. */
export async function enqueueOffers(tx: Tx, session: number): Promise<void> {
  const waits = await tx.one(sql`select 1 from booking_waitlist where session_id = ${session} and status = 'pending' limit 1`)
  if (waits) tx.enqueue(OFFER, { session })
}
