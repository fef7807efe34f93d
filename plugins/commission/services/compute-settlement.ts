import { addDays } from 'stoa/calendar-date'
import { type Ctx, sql, type Tx } from 'stoa'
import { getTierAmount } from '../domain/amounts.ts'
import { findPeriod } from '../domain/periods.ts'
import { isTierMethod, type Settlement } from '../domain/types.ts'
import { commissionEntry } from '../resources/entry.ts'
import { lockAccounts } from './post-order.ts'
import { readGroups } from './posting-data.ts'
import { freeEntries } from './release-entries.ts'

interface OpenSettlement {
  id: number
  admin_id: number
  settlement: Settlement
  period_end: string
  currency: string
}

const own = { seller_admin_id: null, source_type: 'settlement', status: 'pending', kind: 'adjust' } as const

/**
 * Computes a settlement: it takes all entries of its account up to the end of its period that no other settlement has, adjusts tiers to the
 * total of their period, and carries a negative total to the next one. The row must be locked. Repeating it gives the same result.
 */
export async function computeSettlement(tx: Tx, ctx: Ctx, id: number): Promise<void> {
  const row = await tx.one<OpenSettlement>(sql`
    select id, admin_id, settlement, to_char(period_end, 'YYYY-MM-DD') as period_end, currency from commission_settlement where id = ${id}`)
  if (!row) return
  await lockAccounts(tx, [row.admin_id])
  await freeEntries(tx, id)
  await tx.run(sql`select 1 from commission_entry where ${openSql(row)} order by id for update`)
  await tx.run(sql`update commission_entry set settlement_id = ${id}, updated_at = now() where ${openSql(row)}`)
  await adjustTiers(tx, row)
  await carryForward(tx, row)
  await tx.run(sql`update commission_settlement set updated_at = now(), version = version + 1,
    total_minor = (select coalesce(sum(amount_minor), 0) from commission_entry where settlement_id = ${id} and status <> 'canceled') where id = ${id}`)
  tx.invalidate('commission_settlement')
  tx.invalidate('commission_entry')
}

const openSql = ({ admin_id, settlement, period_end, currency }: OpenSettlement) => sql`
  admin_id = ${admin_id} and settlement = ${settlement} and currency = ${currency} and earned_at <= ${period_end}::date
  and settlement_id is null and status = 'pending'`

/** Entries of tier groups were computed one by one. An adjustment makes the sum of a period what its total earns, after refunds and late sales. */
async function adjustTiers(tx: Tx, { id, admin_id, currency }: OpenSettlement): Promise<void> {
  const periods = await tx.rows<{ group_id: number; settlement: Settlement; period: string; base: number; amount: number }>(sql`
    select e.group_id, e.settlement, to_char(e.tier_period, 'YYYY-MM-DD') as period,
      coalesce(sum(e.base_amount_minor) filter (where e.kind <> 'adjust'), 0)::bigint as base, sum(e.amount_minor)::bigint as amount
    from commission_entry e
    where e.admin_id = ${admin_id} and e.status <> 'canceled' and (e.group_id, e.tier_period) in (
      select x.group_id, x.tier_period from commission_entry x where x.settlement_id = ${id} and x.tier_period is not null and x.status <> 'canceled')
    group by 1, 2, 3 order by 1, 3`)
  const groups = new Map((await readGroups(tx)).map((group) => [group.id, group]))
  const adjustments = periods.flatMap(({ group_id, settlement, period, base, amount }) => {
    const group = groups.get(group_id)
    if (!group || !isTierMethod(group.method)) return []
    const difference = getTierAmount(group.method, group.tiers, base, currency) - amount
    if (difference === 0) return []
    return [{ group_id, settlement, tier_period: period, earned_at: findPeriod(settlement, period).end, amount_minor: difference }]
  })
  await tx.insertAll(commissionEntry, adjustments, { ...own, admin_id, currency, source_id: id, base_amount_minor: 0, settlement_id: id })
}

/** A negative total is balanced here and owed by the next settlement: two entries that add up to nothing. */
async function carryForward(tx: Tx, { id, admin_id, settlement, period_end, currency }: OpenSettlement): Promise<void> {
  const sum = await tx.one<{ total: number }>(sql`
    select coalesce(sum(amount_minor), 0)::bigint as total from commission_entry where settlement_id = ${id} and status <> 'canceled'`)
  const total = sum?.total ?? 0
  if (total >= 0) return
  const shared = { ...own, admin_id, settlement, currency, source_id: id, base_amount_minor: 0 }
  await tx.insert(commissionEntry, { ...shared, amount_minor: 0 - total, earned_at: period_end, settlement_id: id })
  await tx.insert(commissionEntry, { ...shared, source_type: 'carry', amount_minor: total, earned_at: addDays(period_end, 1) })
}
