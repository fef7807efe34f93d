import { type Ctx, sql } from 'stoa'

/** Moves the bookings of a merged person to the surviving person. */
export const followMerge = ({ kernel }: Ctx, { survivorId, loserId }: { survivorId: number; loserId: number }): Promise<void> =>
  kernel.transaction(async (tx) => {
    tx.invalidate('booking')
    await tx.run(sql`update booking set person_id = ${survivorId} where person_id = ${loserId}`)
    await tx.run(sql`update booking_waitlist set person_id = ${survivorId} where person_id = ${loserId}`)
  })
