import { type Ctx, Failed, NOT_FOUND, sql } from 'stoa'
import { topicKeySql } from 'stoa/plugins/people'
import { type AudienceOf, leftOut } from '../domain/audience.ts'
import type { AudienceCount } from '../wire.ts'
import { countAudience, type Wanted } from './audience.ts'
import { builderOf, storedOf, wantedOf } from './start.ts'

/** The reasons in the order in which they are looked for. */
export const reasonsOf = (counts: Readonly<Record<string, number>>): AudienceCount['left_out'] =>
  leftOut.flatMap((why) => (counts[why] ? [{ why, count: counts[why] }] : []))

const told = ({ to_send, left_out }: Awaited<ReturnType<typeof countAudience>>): AudienceCount => ({
  to_send,
  left_out: reasonsOf(left_out),
})

/** How many a broadcast goes to as it is stored: those of whoever put its audience together, as far as the actor sees them. @throws Failed */
export async function countStored(ctx: Ctx, id: number): Promise<AudienceCount> {
  const stored = await storedOf(ctx.kernel, id)
  if (!stored) throw new Failed(NOT_FOUND)
  const me = ctx.actor.kind === 'admin' ? ctx.actor.id : null
  const by = stored.audience_by === me ? ctx : await builderOf(ctx.kernel, stored.audience_by)
  if (!by) return { to_send: 0, left_out: [] }
  return told(await countAudience(by, ctx, wantedOf(stored)))
}

/** How many an audience would be that somebody is just putting together. @throws Failed */
export async function countDraft(
  ctx: Ctx,
  asked: { channel: Wanted['channel']; topic_id: number | null; audience: AudienceOf },
): Promise<AudienceCount> {
  const topic = await ctx.kernel.db.one<{ key: string | null }>(sql`select ${topicKeySql(sql`${asked.topic_id}::bigint`)} as key`)
  if (!topic?.key) return { to_send: 0, left_out: [] }
  return told(await countAudience(ctx, ctx, { channel: asked.channel, topic: topic.key, audience: asked.audience }))
}
