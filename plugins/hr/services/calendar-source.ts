import { localizedSql, sql } from 'stoa'
import { type CalendarSource, type SourceEntry, visibleRowsSql } from 'stoa/plugins/calendar'

/** Published holidays in the shared calendar. */
export const holidaysOnCalendar: CalendarSource = {
  title: 'hr:calendar.holidays',
  hue: 'red',
  needs: 'get hr holiday',
  read: (ctx, { from, to, most }) =>
    ctx.kernel.db.rows<SourceEntry>(sql`
      select t.id::text as id, ${localizedSql(sql`t.title`, ctx.language, ctx.mainLanguage)} as title, to_char(t.date, 'YYYY-MM-DD') as start,
        null as "end", true as all_day, t.status, 'holiday/edit/' || t.id as link, t.updated_at as changed_at
      from hr_holiday t where t.date >= ${from}::date and t.date < ${to}::date and t.status = 'published'
        and ${visibleRowsSql(ctx, 'hr_holiday')} order by t.date, t.id limit ${most}`),
}
