import { type Ctx, sql } from '#core'
import { DIRECTORY, eraseMissed } from '../../people/index.ts'
import { submitterKeeper } from './keeper.ts'

/** Two records turned out to be one person: what hung on the loser is the survivor's. */
export async function followMerge({ kernel }: Ctx, { survivorId, loserId }: { survivorId: number; loserId: number }): Promise<void> {
  await kernel.db.run(sql`update form_submission set person_id = ${survivorId} where person_id = ${loserId}`)
}

/** What was told of persons while this plugin was away. */
export async function catchUp(ctx: Ctx, since: Date): Promise<void> {
  const merged = await ctx.kernel.find(DIRECTORY)?.mergedSince(ctx.kernel.db, since)
  for (const one of merged ?? []) await followMerge(ctx, one)
  await eraseMissed(ctx, submitterKeeper, since)
}
