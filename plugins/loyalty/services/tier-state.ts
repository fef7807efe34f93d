import { basic, type Ctx, type Db, type Locale, sql, type Tx } from 'stoa'
import { isErased, TIMELINE } from 'stoa/plugins/people'
import { completedOrdersSql } from 'stoa/plugins/sales'
import { getNextTier, type TierState, type Step } from '../domain/tiers.ts'
import { lockPoints } from './account.ts'
import { toActivityEvent, type TierReached } from './timeline-source.ts'

/** A tier with the progress of a person and its title. */
export interface TierStep extends Step {
  title: Partial<Record<Locale, string>>
  valid_months: number | null
}

/**
 * The active tiers with the progress of a person in the period of each: amount of completed orders after refunds in units of the base
 * currency, points earned, or number of completed orders.
 */
export const readTierSteps = (db: Db, person: number): Promise<TierStep[]> =>
  db.rows<TierStep>(sql`
    select m.id, m.level, m.title, m.valid_months, m.threshold::float8 as threshold, (case m.threshold_kind
        when 'points' then (select coalesce(sum(e.points), 0) from points_entry e where e.person_id = ${person}
          and e.kind in ('earn', 'clawback', 'bonus') and e.created_at >= since.at)
        when 'orders' then (select o.count from ${completedOrdersSql(sql`${person}::bigint`, sql`since.at`)} o)
        else (select o.kept from ${completedOrdersSql(sql`${person}::bigint`, sql`since.at`)} o) end)::float8 as have
    from membership m cross join lateral (select coalesce(now() - make_interval(months => m.period_months), '-infinity') as at) since
    where m.enabled order by m.level`)

interface Row extends Omit<TierState, 'expires_at' | 'locked_until'> {
  expires_at: string | null
  locked_until: string | null
}

/** The lock lasts to the end of its last day, in the time zone of the shop. */
async function findStanding(tx: Tx, ctx: Ctx, person: number): Promise<TierState | null> {
  const row = await tx.one<Row>(sql`select x.membership_id, m.level, x.expires_at,
      (x.locked_until + 1)::timestamp at time zone ${ctx.kernel.settings.of(basic).time_zone} as locked_until
    from loyalty_member x join membership m on m.id = x.membership_id where x.person_id = ${person} for update of x`)
  return row
    ? {
        ...row,
        expires_at: row.expires_at === null ? null : new Date(row.expires_at),
        locked_until: row.locked_until === null ? null : new Date(row.locked_until),
      }
    : null
}

/** Moves a person to the tier they reached, or out of an expired one. The points account must be locked. */
export async function updateTier(tx: Tx, ctx: Ctx, person: number): Promise<void> {
  const [steps, now] = [await readTierSteps(tx, person), await findStanding(tx, ctx, person)]
  const next = getNextTier(steps, now, new Date())
  if (next === undefined) return
  if (next === null) {
    await tx.run(sql`delete from loyalty_member where person_id = ${person}`)
    tx.invalidate('customer')
    return
  }
  await setTierState(tx, ctx, person, { tier: next, source: 'auto' })
}

/** Moves a person without a tier to the one they reach. A tier with threshold zero is reached without buying. */
export const joinReachedTier = (ctx: Ctx, person: number): Promise<void> =>
  ctx.kernel.transaction(async (tx) => {
    if (await isErased(tx, person)) return
    await lockPoints(tx, person)
    await updateTier(tx, ctx, person)
  })

interface TierChange {
  tier: Pick<TierStep, 'id' | 'title' | 'valid_months'>
  source: 'auto' | 'manual' | 'import'
  locked_until?: string | null
}

/** Writes the tier of a person, and adds an activity event when it changes. The points account must be locked. */
export async function setTierState(tx: Tx, ctx: Ctx, person: number, { tier, source, locked_until = null }: TierChange): Promise<void> {
  const row = await tx.one<{ moved: boolean }>(sql`
    insert into loyalty_member (person_id, membership_id, source, locked_until, expires_at)
      values (${person}, ${tier.id}, ${source}, ${locked_until}, now() + make_interval(months => ${tier.valid_months}))
    on conflict (person_id) do update set membership_id = excluded.membership_id, source = excluded.source, locked_until = excluded.locked_until,
      expires_at = excluded.expires_at,
      before = case when loyalty_member.membership_id = excluded.membership_id then loyalty_member.before
        when ${source} = 'auto' then to_jsonb(loyalty_member) - 'before' - 'person_id' end,
      since = case when loyalty_member.membership_id = excluded.membership_id then loyalty_member.since else now() end
    returning since = now() as moved`)
  tx.invalidate('customer')
  tx.invalidate('membership')
  if (!row?.moved) return
  const step = await tx.one<TierReached>(sql`insert into loyalty_step (person_id, membership_id, title, by_staff)
    values (${person}, ${tier.id}, ${JSON.stringify(tier.title)}::jsonb, ${ctx.actor.kind === 'admin'}) returning id, person_id, membership_id, title`)
  if (step) await ctx.kernel.get(TIMELINE).record(tx, { ...toActivityEvent(step, ctx.mainLanguage), actor: ctx.actor })
}
