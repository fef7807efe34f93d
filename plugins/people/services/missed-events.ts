import { type Ctx, callListener, sql } from 'stoa'
import { eraseMissed } from './erase-person.ts'

/**
 * Tells a plugin that was away what it missed of persons: who turned out to be somebody else, then who was forgotten. Whatever it brought
 * in by itself meanwhile is moved and forgotten too.
 */
export async function recordMissedEvents(ctx: Ctx, plugin: string, since: Date): Promise<void> {
  const merged = await ctx.kernel.db.rows<{ survivorId: number; loserId: number }>(
    sql`select merged_into_id as "survivorId", id as "loserId" from person
      where merged_into_id is not null and updated_at >= ${since.toISOString()} order by id`,
  )
  for (const one of merged) await callListener(ctx.kernel, plugin, 'person.merged', one)
  await eraseMissed(ctx, plugin, since)
}
