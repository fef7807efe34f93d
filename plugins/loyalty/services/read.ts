import { type Ctx, type Db, AppError, formatMoney, NOT_FOUND, localizedSql, sql } from 'stoa'
import { personSql, recordedPersonSql } from 'stoa/plugins/people'
import { orderNumberSql } from 'stoa/plugins/sales'
import { getWorth } from '../domain/points.ts'
import { getHighestTier, getTierAbove } from '../domain/tiers.ts'
import { pointRules } from '../settings.ts'
import type { MemberCard, Membership, PointsEntry, PointsPage, PointsView, TierView } from '../api-types.ts'
import { readSpendable } from './account.ts'
import { joinReachedTier, readTierSteps } from './tier-state.ts'

/** The person of a customer, for staff. @throws AppError NOT_FOUND */
export async function findPerson(db: Db, customer: number): Promise<number> {
  const row = await db.one<{ person_id: number | null }>(sql`select ${recordedPersonSql(sql`${customer}::bigint`)} as person_id`)
  if (!row?.person_id) throw new AppError(NOT_FOUND)
  return row.person_id
}

/** The person of a customer, for the account itself; null while the account has not verified an address that belongs to another person. */
export async function findOwnPerson(db: Db, customer: number): Promise<number | null> {
  const row = await db.one<{ person_id: number | null }>(sql`select ${personSql(sql`${customer}::bigint`)} as person_id`)
  return row?.person_id ?? null
}

const findTiers = ({ kernel: { db }, language, mainLanguage }: Ctx): Promise<TierView[]> =>
  db
    .rows<TierView & { free: number | null }>(
      sql`select id, level, coalesce(${localizedSql(sql`title`, language, mainLanguage)}, '') as title, coalesce(${localizedSql(sql`benefits`, language, mainLanguage)}, '') as benefits, colour,
      threshold_kind, threshold::text as threshold, period_months, trim_scale(discount_percent)::text as discount_percent,
      trim_scale(earn_multiplier)::text as earn_multiplier, free_shipping_from_minor as free, birthday_points
    from membership where enabled order by level`,
    )
    .then((rows) => rows.map(({ free, ...tier }) => ({ ...tier, free_shipping_from: free === null ? null : formatMoney(free) })))

/** The points of a person. */
export async function readPoints({ kernel: { db, settings } }: Pick<Ctx, 'kernel'>, person: number | null): Promise<PointsView> {
  const row = await db.one<
    Omit<PointsView, 'worth'>
  >(sql`select coalesce((select balance from points_account where person_id = ${person}), 0) as balance,
    ${readSpendable(sql`${person}::bigint`)} as spendable,
    (select jsonb_build_object('points', sum(l.remaining), 'at', l.expires_at) from points_lot l
      where l.person_id = ${person} and l.remaining > 0 and l.expires_at > now() group by l.expires_at order by l.expires_at limit 1) as ending`)
  const pointsBalance = row ?? { balance: 0, spendable: 0, ending: null }
  return { ...pointsBalance, worth: formatMoney(getWorth(Math.max(0, pointsBalance.spendable), settings.of(pointRules).point_value, '1')) }
}

interface MemberState {
  id: number
  level: number
  since: string
  expires_at: string | null
  source: 'auto' | 'manual' | 'import'
  locked_until: string | null
}

const findStanding = (db: Db, person: number): Promise<MemberState | undefined> =>
  db.one<MemberState>(sql`select m.id, m.level, x.since, x.expires_at, x.source, to_char(x.locked_until, 'YYYY-MM-DD') as locked_until
    from loyalty_member x join membership m on m.id = x.membership_id where x.person_id = ${person}`)

const WHOLE = 100

async function read(ctx: Ctx, person: number): Promise<{ membership: Membership; standing: MemberState | undefined; reachesAny: boolean }> {
  const { db } = ctx.kernel
  const [tiers, standing, steps, points] = await Promise.all([
    findTiers(ctx),
    findStanding(db, person),
    readTierSteps(db, person),
    readPoints(ctx, person),
  ])
  const next = getTierAbove(steps, standing?.level ?? 0)
  const membership: Membership = {
    tiers,
    current: standing ? { id: standing.id, since: standing.since, expires_at: standing.expires_at } : null,
    next: next
      ? {
          id: next.id,
          have: String(Math.max(0, next.have)),
          need: String(next.threshold),
          percent: next.threshold > 0 ? Math.min(WHOLE, Math.max(0, Math.floor((next.have / next.threshold) * WHOLE))) : WHOLE,
        }
      : null,
    points,
  }
  return { membership, standing, reachesAny: getHighestTier(steps) !== undefined }
}

/** All tiers; for a signed-in customer also the current tier, the progress to the next, and the points. */
export async function readMembership(ctx: Ctx): Promise<Membership> {
  const { actor, kernel } = ctx
  const person = actor.kind === 'customer' ? await findOwnPerson(kernel.db, actor.id) : null
  if (person === null) return { tiers: await findTiers(ctx), current: null, next: null, points: null }
  const found = await read(ctx, person)
  if (found.standing || !found.reachesAny) return found.membership
  await joinReachedTier(ctx, person)
  return (await read(ctx, person)).membership
}

const PAGE = 20

/** The ledger entries of a person, newest first. */
export async function listEntries(db: Db, person: number | null, after: number | null): Promise<PointsPage> {
  const rows =
    await db.rows<PointsEntry>(sql`select e.id, e.kind, e.points, e.balance_after, ${orderNumberSql(sql`e.order_id`)} as order_number, e.remark, e.created_at
    from points_entry e
    where e.person_id = ${person} and (${after}::bigint is null or e.id < ${after}) order by e.id desc limit ${PAGE + 1}`)
  const data = rows.slice(0, PAGE)
  return { data, next: rows.length > PAGE ? (data.at(-1)?.id ?? null) : null }
}

/** The membership of a customer, for staff. @throws AppError NOT_FOUND */
export async function readMemberCard(ctx: Ctx, customer: number): Promise<MemberCard> {
  const { db } = ctx.kernel
  const person = await findPerson(db, customer)
  const [{ membership, standing }, { data }] = await Promise.all([read(ctx, person), listEntries(db, person, null)])
  return { person_id: person, membership, source: standing?.source ?? null, locked_until: standing?.locked_until ?? null, entries: data }
}
