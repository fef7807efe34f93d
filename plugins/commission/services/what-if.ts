import { account, type Ctx, formatMoney, sql } from 'stoa'
import { baseCurrency } from 'stoa/plugins/currency'
import type { WhatIfView } from '../api-types.ts'
import { findPreviousPeriod, findPeriod } from '../domain/periods.ts'
import { commissionGroup } from '../resources/group.ts'
import { computeWhatIf, type PastPeriod, type TriedRule } from '../domain/what-if.ts'
import { ownScope } from './scope.ts'

/** What a group would have paid in the last complete quarter by another rule. Rows in the scope of the actor. @throws AppError NOT_FOUND */
export async function readWhatIf(ctx: Ctx, groupId: number, rule: TriedRule): Promise<WhatIfView> {
  const { kernel } = ctx
  const group = await kernel.resources.get(ctx, commissionGroup, groupId)
  const today = await kernel.db.one<{ day: string }>(sql`select to_char(business_day(), 'YYYY-MM-DD') as day`)
  const quarter = findPreviousPeriod('quarterly', today?.day ?? '1970-01-05')
  const days = await kernel.db.rows<{ admin_id: number; day: string; base: number; amount: number }>(sql`
    select t.admin_id, to_char(t.earned_at, 'YYYY-MM-DD') as day, coalesce(sum(t.base_amount_minor) filter (where t.kind <> 'adjust'), 0)::bigint as base,
      sum(t.amount_minor)::bigint as amount
    from commission_entry t
    where t.group_id = ${groupId} and t.earned_at between ${quarter.start}::date and ${quarter.end}::date and t.status <> 'canceled'
      and t.kind <> 'override' and t.reverses is distinct from 'override' and ${ownScope(ctx) ?? sql`true`}
    group by 1, 2 order by 1, 2`)
  const currency = baseCurrency(kernel)
  const periods = new Map<string, PastPeriod>()
  for (const { admin_id, day, base, amount } of days) {
    const { start: period } = findPeriod(group.settlement, day)
    const sum = periods.get(`${admin_id}/${period}`) ?? { admin_id, period, base: 0, amount: 0 }
    periods.set(`${admin_id}/${period}`, { ...sum, base: sum.base + base, amount: sum.amount + amount })
  }
  const rows = computeWhatIf([...periods.values()], rule, currency)
  const ids = rows.map(({ admin_id }) => admin_id)
  const names = new Map((ids.length > 0 ? await kernel.query(account).whereIn('id', ids) : []).map(({ id, name }) => [id, name]))
  const addUp = (name: 'before' | 'after') => formatMoney(rows.reduce((sum, row) => sum + row[name], 0))
  return {
    ...{ from: quarter.start, to: quarter.end, currency, before: addUp('before'), after: addUp('after') },
    rows: rows.map(({ admin_id, base, before, after }) => ({
      ...{ admin_id, name: names.get(admin_id) ?? '' },
      ...{ base: formatMoney(base), before: formatMoney(before), after: formatMoney(after) },
    })),
  }
}
