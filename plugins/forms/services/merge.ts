import { type Ctx, sql } from 'stoa'

/** Moves the submissions of a merged person to the survivor. */
export async function followMerge({ kernel }: Ctx, { survivorId, loserId }: { survivorId: number; loserId: number }): Promise<void> {
  await kernel.db.run(sql`update form_submission set person_id = ${survivorId} where person_id = ${loserId}`)
}
