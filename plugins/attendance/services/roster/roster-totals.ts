import { type Ctx, listDates, sql } from 'stoa'
import { absencesSql, employeeHolidaysSql, employeesSql } from 'stoa/plugins/hr'
import { endOfWeek, type WeekFilter } from './roster-employees.ts'

/** Employees of a time zone who work a shift on a day of the week; `day` is 0 for its first day. */
export interface ShiftCount {
  day: number
  shift_id: number
  zone: string
  employees: number
}

/** Sums over all employees of a week. */
export interface RosterTotals {
  /** Employees of the filter. */
  total: number
  /** Assignments of the week that are not published. */
  drafts: number
  shifts: ShiftCount[]
  /** Employees with a shift, by day; days without any are missing. */
  people: { day: number; employees: number }[]
}

/**
 * Counts employees by day and shift. A shift on a holiday, unless it is worked on holidays, or on a day of whole absence does not count.
 * Minutes are not summed here, because the length of a shift depends on the clock changes of the time zone. One statement.
 */
export async function readRosterTotals(ctx: Ctx, filter: WeekFilter): Promise<RosterTotals> {
  const [from, to] = [filter.from, endOfWeek(filter.from)]
  const employees = sql`select id from staff`
  const totals = await ctx.kernel.db.one<RosterTotals>(sql`
    with staff as materialized (${employeesSql(ctx, { ...filter, to })}),
    day as materialized (select d.date, d.date::text as text, extract(isodow from d.date)::smallint as weekday, d.n::int - 1 as day
      from unnest(${listDates(from, to)}::date[]) with ordinality d(date, n)),
    away as materialized (select x.employee_id, x.date::date as date from (${absencesSql(ctx, { employees, from, to })}) x
      group by 1, 2 having sum(x.fraction) >= 1),
    holiday as materialized (select x.employee_id, x.date from (${employeeHolidaysSql(ctx, { employees, from, to })}) x where x.half_day = 'none'),
    planned as materialized (
      select a.id, a.employee_id, a.shift_id, a.status, staff.zone, day.day,
        away.employee_id is null and (holiday.employee_id is null or s.works_holidays) as is_worked
      from staff join hr_shift_assignment a on a.employee_id = staff.id join hr_shift s on s.id = a.shift_id
      join day on day.date >= a.start_date and (a.end_date is null or day.date <= a.end_date)
        and (a.weekdays = '{}' or day.weekday = any(a.weekdays)) and not a.excluded_dates ? day.text
      left join away on away.employee_id = a.employee_id and away.date = day.date
      left join holiday on holiday.employee_id = a.employee_id and holiday.date = day.date
      where a.status <> 'canceled' and a.start_date <= ${to}::date and (a.end_date is null or a.end_date >= ${from}::date))
    select (select count(*) from staff)::int as total, (select count(distinct id) from planned where status = 'draft')::int as drafts,
      (select coalesce(json_agg(x), '[]') from (
        select day, shift_id, zone, count(*) as employees from planned where is_worked group by 1, 2, 3) x) as shifts,
      (select coalesce(json_agg(x), '[]') from (select day, count(*) as employees from
        (select distinct day, employee_id from planned where is_worked) p group by 1) x) as people`)
  return totals ?? { total: 0, drafts: 0, shifts: [], people: [] }
}
