import { type Ctx, localizedSql, type Sql, sql } from 'stoa'
import type { EmployeeQuery } from './absences.ts'

/**
 * SQL: a query of the published holidays of employees on days of their employment. Columns: `employee_id`, `date`, `half_day` and `title`
 * in the language of the actor.
 */
export const employeeHolidaysSql = (ctx: Ctx, { employees, from, to }: EmployeeQuery): Sql => sql`
  select e.id as employee_id, h.date, h.half_day,
    coalesce(${localizedSql(sql`h.title`, ctx.interfaceLanguage ?? ctx.language, ctx.mainLanguage)}, '') as title
  from hr_holiday h join hr_employee e on e.holiday_calendar_id = h.calendar_id
  where h.status = 'published' and h.date between ${from}::date and ${to}::date and h.date >= e.join_date
    and (e.last_day is null or h.date <= e.last_day) and e.id = any(${employees})`
