import { type Ctx, sql, type Tx } from 'stoa'
import { orderRules } from 'stoa/plugins/sales'
import { getHighestTier } from '../domain/tiers.ts'
import { setTierState, readTierSteps } from './tier-state.ts'

/** A tier that was reached automatically within the return period, and the previous tier. */
interface RecentTier {
  level: number
  /** Level of the previous tier, while it is active and not expired. */
  before: number | null
}

/**
 * Revokes a tier that was reached within the return period when the remaining purchases no longer qualify. The customer moves to the
 * highest tier they qualify for, or to the previous one while it is valid. Tiers set by staff and locked tiers stay. The points account
 * must be locked.
 */
export async function revokeTier(tx: Tx, ctx: Ctx, person: number): Promise<void> {
  const { return_days: days } = ctx.kernel.settings.of(orderRules)
  for (;;) {
    const recent = await tx.one<RecentTier>(sql`select m.level, b.level as before
      from loyalty_member x join membership m on m.id = x.membership_id
      left join membership b on b.id = (x.before->>'membership_id')::bigint and b.enabled
        and coalesce((x.before->>'expires_at')::timestamptz, 'infinity') > now()
      where x.person_id = ${person} and x.source = 'auto' and x.locked_until is null and x.since > now() - make_interval(days => ${days}) for update of x`)
    const reached = getHighestTier(await readTierSteps(tx, person))
    if (!recent || (reached && reached.level >= recent.level)) return
    if (recent.before !== null && recent.before < recent.level && recent.before >= (reached?.level ?? 0)) await restore(tx, person)
    else if (reached) return setTierState(tx, ctx, person, { tier: reached, source: 'auto' })
    else {
      await tx.run(sql`delete from loyalty_member where person_id = ${person}`)
      tx.invalidate('customer')
      return
    }
  }
}

async function restore(tx: Tx, person: number): Promise<void> {
  await tx.run(sql`update loyalty_member set membership_id = (before->>'membership_id')::bigint, source = before->>'source',
      since = (before->>'since')::timestamptz, expires_at = (before->>'expires_at')::timestamptz, locked_until = (before->>'locked_until')::date,
      before = null where person_id = ${person}`)
  tx.invalidate('customer')
  tx.invalidate('membership')
}
