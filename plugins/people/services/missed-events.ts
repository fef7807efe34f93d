import { type Ctx, callListener, sql } from 'stoa'
import { eraseMissed } from './erase-person.ts'

/**
 * Sends a plugin that was disabled the events it missed about persons: merges, then erasures. They also apply to data
 * it added itself meanwhile.
 */
export async function deliverMissedEvents(ctx: Ctx, plugin: string, since: Date): Promise<void> {
  const merged = await ctx.kernel.db.rows<{ survivorId: number; loserId: number }>(
    sql`select merged_into_id as "survivorId", id as "loserId" from person
      where merged_into_id is not null and updated_at >= ${since.toISOString()} order by id`,
  )
  for (const event of merged) await callListener(ctx.kernel, plugin, 'person.merged', event)
  await eraseMissed(ctx, plugin, since)
}
