import { type Ctx, listDates, sql } from 'stoa'
import { absencesSql, employeeHolidaysSql, employeesSql } from 'stoa/plugins/hr'
import { dateSetSql, daySetSql } from './day-set.ts'
import { endOfWeek, type WeekFilter } from './roster-employees.ts'

/** Employees of a time zone who work a shift on a set of days; see `day-set.ts`. */
export interface ShiftCount {
  shift_id: number
  zone: string
  days: number
  employees: number
}

/** Sums over all employees of a week. */
export interface RosterTotals {
  /** Employees of the filter. */
  total: number
  /** Assignments of the week that are not published. */
  drafts: number
  shifts: ShiftCount[]
  /** Employees with a shift, by the set of their days. */
  people: { days: number; employees: number }[]
}

/**
 * Counts employees by shift and day. A shift on a holiday, unless it is worked on holidays, or on a day of whole absence does not count.
 * Days are sets and not rows, so that each assignment is one row. Minutes are not summed here, because the length of a shift depends on
 * the clock changes of the time zone. One statement.
 */
export async function readRosterTotals(ctx: Ctx, filter: WeekFilter): Promise<RosterTotals> {
  const [from, to] = [filter.from, endOfWeek(filter.from)]
  const span = { employees: sql`select id from staff`, from, to }
  const totals = await ctx.kernel.db.one<RosterTotals>(sql`
    with staff as materialized (${employeesSql(ctx, { ...filter, to })}),
    away as materialized (select y.employee_id, bit_or(${dateSetSql(sql`y.date`, from)}) as days from (
        select x.employee_id, x.date::date as date from (${absencesSql(ctx, span)}) x group by 1, 2 having sum(x.fraction) >= 1) y group by 1),
    holiday as materialized (select x.employee_id, bit_or(${dateSetSql(sql`x.date`, from)}) as days
      from (${employeeHolidaysSql(ctx, span)}) x where x.half_day = 'none' group by 1),
    assigned as materialized (
      select a.employee_id, a.shift_id, a.status, ${daySetSql(listDates(from, to))} as days from hr_shift_assignment a
      where a.status <> 'canceled' and a.start_date <= ${to}::date and (a.end_date is null or a.end_date >= ${from}::date)),
    worked as materialized (
      select g.employee_id, g.shift_id, staff.zone, g.status = 'draft' and g.days > 0 as is_draft, g.days
        & ~coalesce(away.days, 0) & ~case when s.works_holidays then 0 else coalesce(holiday.days, 0) end as days
      from assigned g join staff on staff.id = g.employee_id join hr_shift s on s.id = g.shift_id
      left join away on away.employee_id = g.employee_id left join holiday on holiday.employee_id = g.employee_id)
    select (select count(*) from staff)::int as total, (select count(*) from worked where is_draft)::int as drafts,
      (select coalesce(json_agg(x), '[]') from (
        select shift_id, zone, days, count(*) as employees from worked where days > 0 group by 1, 2, 3) x) as shifts,
      (select coalesce(json_agg(x), '[]') from (select days, count(*) as employees from
        (select bit_or(days) as days from worked group by employee_id) p where days > 0 group by 1) x) as people`)
  return totals ?? { total: 0, drafts: 0, shifts: [], people: [] }
}
