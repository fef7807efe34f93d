import { hasPermission, localizedSql, sql } from 'stoa'
import type { AbsenceSource } from 'stoa/plugins/hr'
import { SEE_KIND } from './calendar-source.ts'

/** Days of a leave `t` on the date `d.key` that were given back afterwards, because of a holiday, less those that were taken again. */
const returnedSql = sql`coalesce((select sum(a.days) from hr_leave_adjustment a
  where a.leave_id = t.id and a.date = d.key::date and a.status = 'approved'), 0)`

/** Approved leave as absences, by the count that was frozen at approval, without days that a holiday gave back and with those that were taken again. */
export const leaveAbsences: AbsenceSource = {
  query: (_ctx, { employees, from, to }) => sql`
    select t.employee_id, d.key as date,
      case when t.hours is not null then 'full'
        when d.key::date = t.start_date and t.start_half = 'pm' then 'pm'
        when d.key::date = t.end_date and t.end_half = 'am' then 'am' else 'full' end as part,
      least(1, d.value::numeric - ${returnedSql})::float8 as fraction, coalesce(t.paid_fraction, 1)::float8 as paid_fraction, 'leave/' || t.id as ref
    from hr_leave t cross join lateral jsonb_each_text(t.days_detail) d
    where t.status = 'approved' and t.employee_id = any(${employees}) and t.start_date <= ${to}::date
      and t.end_date >= ${from}::date and d.key::date between ${from}::date and ${to}::date and d.value::numeric > ${returnedSql}`,
  async readKinds(ctx, refs) {
    if (!hasPermission(ctx.actor, SEE_KIND)) return new Map()
    const title = localizedSql(sql`y.title`, ctx.interfaceLanguage ?? ctx.language, ctx.mainLanguage)
    const rows = await ctx.kernel.db.rows<{ ref: string; title: string }>(sql`
      select 'leave/' || t.id as ref, coalesce(${title}, y.code) as title from hr_leave t join hr_leave_type y on y.id = t.type_id
      where t.id = any(${refs.map((ref) => Number(ref.replace('leave/', ''))).filter(Number.isSafeInteger)}::bigint[])`)
    return new Map(rows.map((row) => [row.ref, row.title]))
  },
}
