import { type Ctx, hasPermission, sql } from 'stoa'
import { baseCurrency } from 'stoa/plugins/currency'
import { findPeriod, findPreviousPeriod } from '../domain/periods.ts'
import { settlements, type Settlement } from '../domain/types.ts'
import { commissionSettings } from '../settings.ts'
import { settlementTable } from '../statuses.ts'
import { SEE_ALL } from './scope.ts'

/** Accounts that are settled in one transaction. */
const BATCH = 100

/**
 * Creates and computes the settlements of a period, one for each account that has something to settle and no settlement of the period yet.
 * A second call creates nothing. Staff who do not see everybody settle their own account only.
 * @param isAutomatic leaves out accounts whose settlement of the period somebody canceled
 * @returns the number of created settlements
 */
export async function settlePeriod(ctx: Ctx, settlement: Settlement, date: string, isAutomatic = false): Promise<number> {
  const { kernel, actor } = ctx
  const { start, end } = findPeriod(settlement, date)
  const currency = baseCurrency(kernel)
  const own =
    actor.kind === 'system' || hasPermission(actor, SEE_ALL) ? sql`true` : sql`e.admin_id = ${actor.kind === 'admin' ? actor.id : 0}`
  let created = 0
  for (;;) {
    const accounts = await kernel.transaction(async (tx) => {
      await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('commission settle period', 0))`)
      const due = await tx.rows<{ id: number }>(sql`
        select distinct e.admin_id as id from commission_entry e
        where e.settlement = ${settlement} and e.currency = ${currency} and e.earned_at <= ${end}::date and e.settlement_id is null
          and e.status = 'pending' and ${own} and not exists (
            select 1 from commission_settlement s where s.admin_id = e.admin_id and s.period_start = ${start}::date and s.period_end = ${end}::date
              and s.currency = ${currency} and (${isAutomatic} or s.status <> 'canceled'))
        order by 1 limit ${BATCH}`)
      for (const { id: admin_id } of due) {
        const made = await kernel.resources.createIn(tx, ctx, 'commission_settlement', { admin_id, settlement, period_start: start })
        await kernel.resources.transitionIn(tx, ctx, settlementTable, made.id, 'compute')
      }
      return due.length
    })
    created += accounts
    if (accounts < BATCH) return created
  }
}

/** Settles the periods that ended, if the settings say so. */
export async function settleEndedPeriods(ctx: Ctx): Promise<void> {
  if (!ctx.kernel.settings.of(commissionSettings).settle_automatically) return
  const today = await ctx.kernel.db.one<{ day: string }>(sql`select to_char(business_day(), 'YYYY-MM-DD') as day`)
  if (!today) return
  for (const settlement of settlements) await settlePeriod(ctx, settlement, findPreviousPeriod(settlement, today.day).start, true)
}
