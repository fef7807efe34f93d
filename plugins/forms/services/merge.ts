import { type Ctx, sql } from 'stoa'

/** Two records turned out to be one person: what hung on the loser is the survivor's. */
export async function followMerge({ kernel }: Ctx, { survivorId, loserId }: { survivorId: number; loserId: number }): Promise<void> {
  await kernel.db.run(sql`update form_submission set person_id = ${survivorId} where person_id = ${loserId}`)
}
