import { type Ctx, AppError, validationError, NOT_FOUND, sql, message } from 'stoa'
import type { Interval, LandingReport } from '../api-types.ts'

/** Maximum length of the range: ten years, in days. */
const longest = 3_660

interface Day {
  day: string
  visit: number
  transfer: number
}

/**
 * Visitors and conversions of a landing page, by year, month and day. Contains every interval from `from` to `to`, also those with count 0.
 * @throws AppError NOT_FOUND, INVALID for an invalid range
 */
export async function landingReport(ctx: Ctx, page: number, from: string, to: string): Promise<LandingReport> {
  if (to < from) throw validationError({ to: message('core:rule.date') })
  if ((Date.parse(to) - Date.parse(from)) / 86_400_000 > longest) throw validationError({ to: message('core:rule.max', { max: longest }) })
  const exists = await ctx.kernel.db.one(sql`select 1 from landing_page l where l.id = ${page}`)
  if (!exists) throw new AppError(NOT_FOUND)
  const days = await ctx.kernel.db.rows<Day>(sql`
    select d.day::date::text as day, coalesce(v.n, 0) as visit, coalesce(t.n, 0) as transfer
    from generate_series(${from}::date::timestamp, ${to}::date::timestamp, interval '1 day') as d(day)
    left join (select day, count(*) as n from landing_visit where landing_page_id = ${page} and day between ${from}::date and ${to}::date
      group by day) v on v.day = d.day::date
    left join (select day, count(*) as n from landing_transfer where landing_page_id = ${page} and day between ${from}::date and ${to}::date
      group by day) t on t.day = d.day::date
    order by d.day`)
  return { visit: byInterval(days, 'visit'), transfer: byInterval(days, 'transfer') }
}

function byInterval(days: readonly Day[], eventType: 'visit' | 'transfer') {
  const sum = (length: number): Interval[] => {
    const counts = new Map<string, number>()
    for (const day of days) counts.set(day.day.slice(0, length), (counts.get(day.day.slice(0, length)) ?? 0) + day[eventType])
    return [...counts].map(([interval, count]) => ({ interval, count }))
  }
  return { year: sum(4), month: sum(7), day: sum(10) }
}
