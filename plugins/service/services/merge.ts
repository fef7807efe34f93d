import { type Ctx, sql } from 'stoa'

/** Moves the applications of a merged person to the survivor. */
export const followMerge = ({ kernel }: Ctx, { survivorId, loserId }: { survivorId: number; loserId: number }): Promise<void> =>
  kernel.transaction(async (tx) => {
    tx.invalidate('application')
    await tx.run(sql`update application set person_id = ${survivorId} where person_id = ${loserId}`)
  })
