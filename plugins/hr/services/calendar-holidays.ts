import { type Db, type Localized, sql } from 'stoa'
import type { HolidayDay } from '../domain/substitutes.ts'

/** A holiday as the import and the substitution read it. */
export interface StoredHoliday extends Required<HolidayDay> {
  id: number
  title: Localized<string>
}

/** The holidays of a calendar by date. A substitute is itself never substituted. */
export const findHolidays = (db: Pick<Db, 'rows'>, calendarId: number): Promise<StoredHoliday[]> =>
  db.rows<StoredHoliday>(sql`
    select t.id, to_char(t.date, 'YYYY-MM-DD') as date, t.title, t.kind, t.half_day,
      t.substitute_for_id is not null or exists (select from hr_holiday s where s.substitute_for_id = t.id) as "isSubstituted"
    from hr_holiday t where t.calendar_id = ${calendarId} order by t.date`)
