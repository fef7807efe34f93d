import { type Db, sql, type Sql } from 'stoa'
import type { schedules } from '../resources/saved-report.ts'

export type Schedule = (typeof schedules)[number]

/** Hour of the day at which reports are sent, on the clock of the shop. */
const HOUR = 7

const nextDay: Record<Exclude<Schedule, 'none'>, Sql> = {
  daily: sql`d.today + 1`,
  weekly: sql`date_trunc('week', d.today)::date + 7`,
  monthly: sql`(date_trunc('month', d.today) + interval '1 month')::date`,
}

/** SQL: the next time of a schedule after now: tomorrow, the next Monday, or the first of the next month. Null for `none`. */
export const nextTimeSql = (schedule: Schedule, zone: string): Sql =>
  schedule === 'none'
    ? sql`null::timestamptz`
    : sql`(select (${nextDay[schedule]} + make_interval(hours => ${HOUR})) at time zone ${zone} from (select (now() at time zone ${zone})::date as today) d)`

/** The next time of a schedule; null for `none`. */
export const findNextTime = async (db: Db, schedule: Schedule, zone: string): Promise<string | null> =>
  (await db.one<{ at: string | null }>(sql`select ${nextTimeSql(schedule, zone)} as at`))?.at ?? null
