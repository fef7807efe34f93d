import { type Ctx, sql } from 'stoa'

/** Two records turned out to be one person: their applications are one person's. */
export const followMerge = ({ kernel }: Ctx, { survivorId, loserId }: { survivorId: number; loserId: number }): Promise<void> =>
  kernel.transaction(async (tx) => {
    tx.invalidate('application')
    await tx.run(sql`update application set person_id = ${survivorId} where person_id = ${loserId}`)
  })
