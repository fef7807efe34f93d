import { type Db, sql } from 'stoa'
import { type EarnedBefore, type Group, type Membership, toTierKey } from '../domain/post-entries.ts'

type Reader = Pick<Db, 'rows'>

/** Whether there is any commission group. */
export const hasGroups = async (db: Pick<Db, 'one'>): Promise<boolean> =>
  (await db.one(sql`select 1 from commission_group limit 1`)) !== undefined

/** Commission groups with their tiers. A share lock keeps their trigger as it is until the end of the transaction. */
export const readGroups = async (db: Reader): Promise<Group[]> => {
  await db.rows(sql`select 1 from commission_group order by id for share`)
  return db.rows<Group>(sql`
    select g.id, g.enabled, g.base, g.trigger, g.method, g.fixed_percent::text as fixed_percent, g.settlement,
      coalesce((select jsonb_agg(jsonb_build_object('from', x.amount_from_minor, 'to', x.amount_to_minor, 'percent', x.percent::text)
        order by x.amount_from_minor) from commission_tier x where x.group_id = g.id), '[]') as tiers
    from commission_group g order by g.id`)
}

/** Memberships of accounts, also past ones. */
export const readMemberships = (db: Reader, adminIds: readonly number[]): Promise<Membership[]> =>
  db.rows<Membership>(sql`
    select group_id, admin_id, to_char(valid_from, 'YYYY-MM-DD') as valid_from, to_char(valid_to, 'YYYY-MM-DD') as valid_to
    from commission_member where admin_id = any(${[...adminIds]}::bigint[]) order by id`)

/** What the lines of an order have earned by these groups, and what refunds took back. Amounts in minor units. */
export const readEarned = (db: Reader, { orderId, groupIds }: { orderId: number; groupIds: readonly number[] }): Promise<EarnedBefore[]> =>
  db.rows<EarnedBefore>(sql`
    select admin_id, seller_admin_id, group_id, settlement, order_item_id, coalesce(reverses, kind) as earns,
      coalesce(sum(base_amount_minor) filter (where kind <> 'reversal'), 0)::bigint as base,
      coalesce(sum(amount_minor) filter (where kind <> 'reversal'), 0)::bigint as amount,
      coalesce(sum(base_amount_minor) filter (where kind = 'reversal'), 0)::bigint as reversed_base,
      coalesce(sum(amount_minor) filter (where kind = 'reversal'), 0)::bigint as reversed_amount,
      to_char(min(tier_period) filter (where kind = 'direct'), 'YYYY-MM-DD') as tier_period
    from commission_entry
    where order_id = ${orderId} and group_id = any(${[...groupIds]}::bigint[]) and status <> 'canceled' and source_type = 'sales_entry'
    group by admin_id, seller_admin_id, group_id, settlement, order_item_id, coalesce(reverses, kind) order by min(id)`)

/** What accounts have sold in tier periods, less refunds in the same period, by `toTierKey`. Minor units. */
export async function readTierTotals(db: Reader, adminIds: readonly number[], periods: readonly string[]): Promise<Map<string, number>> {
  if (periods.length === 0) return new Map()
  const rows = await db.rows<{ admin_id: number; group_id: number; period: string; base: number }>(sql`
    select admin_id, group_id, to_char(tier_period, 'YYYY-MM-DD') as period, sum(base_amount_minor)::bigint as base from commission_entry
    where admin_id = any(${[...adminIds]}::bigint[]) and tier_period = any(${[...new Set(periods)]}::date[]) and status <> 'canceled'
      and kind in ('direct', 'reversal') group by 1, 2, 3`)
  return new Map(rows.map(({ admin_id, group_id, period, base }) => [toTierKey(admin_id, group_id, period), base]))
}
