import { type Ctx, listDates, sql } from 'stoa'
import { absencesSql, employeeHolidaysSql, employeesSql } from 'stoa/plugins/hr'
import { daySetSql } from './day-set.ts'
import { endOfWeek, type WeekFilter } from './roster-employees.ts'

/** Employees of one page of the roster. */
export const PAGE_SIZE = 50

/** An assignment of an employee of the page. */
export interface PageAssignment {
  shift_id: number
  is_published: boolean
  /** Of one day, not of a longer period. */
  is_single: boolean
  /** Set of its days in the week; see `day-set.ts`. */
  days: number
}

/** An employee of the page with everything that a week shows. Dates are `2026-11-30`. */
export interface PageEmployee {
  id: number
  name: string
  staff_no: string
  zone: string
  join_date: string
  last_day: string | null
  /** In order of the start of their shift. */
  assignments: PageAssignment[]
  holidays: { date: string; half_day: 'none' | 'am' | 'pm'; title: string }[]
  absences: { date: string; fraction: number; ref: string }[]
}

/** The employees of a page of the roster, by name. One statement. */
export const readRosterPage = (ctx: Ctx, filter: WeekFilter, page: number): Promise<PageEmployee[]> => {
  const [from, to] = [filter.from, endOfWeek(filter.from)]
  const employees = sql`select id from staff`
  return ctx.kernel.db.rows<PageEmployee>(sql`
    with staff as materialized (${employeesSql(ctx, { ...filter, to })} order by name, id limit ${PAGE_SIZE} offset ${(page - 1) * PAGE_SIZE}),
    holiday as materialized (${employeeHolidaysSql(ctx, { employees, from, to })}),
    absence as materialized (${absencesSql(ctx, { employees, from, to })})
    select staff.id, staff.name, staff.staff_no, staff.zone, staff.join_date, staff.last_day,
      (select coalesce(json_agg(json_build_object('shift_id', a.shift_id, 'is_published', a.status = 'published',
          'is_single', a.end_date is not distinct from a.start_date, 'days', ${daySetSql(listDates(from, to))}) order by s.start_min, a.id), '[]')
        from hr_shift_assignment a join hr_shift s on s.id = a.shift_id
        where a.employee_id = staff.id and a.status <> 'canceled' and a.start_date <= ${to}::date and (a.end_date is null or a.end_date >= ${from}::date)
      ) as assignments,
      (select coalesce(json_agg(json_build_object('date', h.date, 'half_day', h.half_day, 'title', h.title)), '[]')
        from holiday h where h.employee_id = staff.id) as holidays,
      (select coalesce(json_agg(json_build_object('date', x.date, 'fraction', x.fraction, 'ref', x.ref) order by x.source, x.date, length(x.ref), x.ref), '[]')
        from absence x where x.employee_id = staff.id) as absences
    from staff order by staff.name, staff.id`)
}
