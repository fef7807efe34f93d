import { type Ctx, AppError, NOT_FOUND, sql } from 'stoa'
import { topicKeySql } from 'stoa/plugins/people'
import { type AudienceDefinition, EXCLUSION_REASONS } from '../domain/audience.ts'
import type { AudienceCount } from '../api-types.ts'
import { countAudience, type AudienceQuery } from './audience.ts'
import { findAudienceAuthor, readStoredBroadcast, toAudienceQuery } from './start.ts'

/** Exclusion counts in the order in which the reasons are evaluated. */
export const countByReason = (counts: Readonly<Record<string, number>>): AudienceCount['left_out'] =>
  EXCLUSION_REASONS.flatMap((reason) => (counts[reason] ? [{ why: reason, count: counts[reason] }] : []))

const toAudienceCount = ({ to_send, left_out }: Awaited<ReturnType<typeof countAudience>>): AudienceCount => ({
  to_send,
  left_out: countByReason(left_out),
})

/**
 * Counts the recipients of a stored broadcast. The audience is evaluated as the account that set it, and limited to what the actor may see.
 * @throws AppError
 */
export async function countStoredBroadcast(ctx: Ctx, id: number): Promise<AudienceCount> {
  const stored = await readStoredBroadcast(ctx.kernel, id)
  if (!stored) throw new AppError(NOT_FOUND)
  const me = ctx.actor.kind === 'admin' ? ctx.actor.id : null
  const by = stored.audience_by === me ? ctx : await findAudienceAuthor(ctx.kernel, stored.audience_by)
  if (!by) return { to_send: 0, left_out: [] }
  return toAudienceCount(await countAudience(by, ctx, toAudienceQuery(stored)))
}

/** Counts the recipients of an audience that is not saved yet. @throws AppError */
export async function countDraftAudience(
  ctx: Ctx,
  audienceQuery: { channel: AudienceQuery['channel']; topic_id: number | null; audience: AudienceDefinition },
): Promise<AudienceCount> {
  const topic = await ctx.kernel.db.one<{ key: string | null }>(sql`select ${topicKeySql(sql`${audienceQuery.topic_id}::bigint`)} as key`)
  if (!topic?.key) return { to_send: 0, left_out: [] }
  return toAudienceCount(
    await countAudience(ctx, ctx, { channel: audienceQuery.channel, topic: topic.key, audience: audienceQuery.audience }),
  )
}
