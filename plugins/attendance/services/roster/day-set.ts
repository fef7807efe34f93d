import { getWeekday, join, type Sql, sql } from 'stoa'

/**
 * SQL: the days of a week on which an assignment `a` has its shift, as a sum of powers of two: 1 for the first date, 64 for the seventh.
 * The same days as `isAssignedOn`.
 */
export const daySetSql = (dates: readonly string[]): Sql =>
  sql`(${join(
    dates.map(
      (date, day) => sql`case when ${date}::date between a.start_date and coalesce(a.end_date, 'infinity')
        and (a.weekdays = '{}' or ${getWeekday(date)}::smallint = any(a.weekdays)) and not a.excluded_dates ? ${date} then ${2 ** day}::int else 0 end`,
    ),
    ' + ',
  )})`

/** SQL: the day set of a date of the week that begins on `from`. */
export const dateSetSql = (date: Sql, from: string): Sql => sql`1 << (${date} - ${from}::date)`

/** Whether a set of days has a day; 0 is the first one. */
export const hasDay = (days: number, day: number): boolean => (days & (2 ** day)) !== 0
