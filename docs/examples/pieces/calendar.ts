import { sql } from 'stoa'
import { type CalendarSource, visibleRowsSql, type SourceEntry } from 'stoa/plugins/calendar'

/** Under `contributions`: `contribute(CALENDAR_SOURCES, 'repairs', calendarSource)`, with `after: ['calendar']`. */
export const calendarSource: CalendarSource = {
  title: 'pieces:calendar.brought',
  hue: 'teal',
  needs: 'get repair',
  // `outside`: for a feed that other programs read. It must not contain names of customers.
  read: (ctx, { from, to, most, outside }) =>
    ctx.kernel.db.rows<SourceEntry>(sql`
      select t.id::text as id, ${outside ? sql`'#' || t.id` : sql`t.name`} as title, t.created_at as start, null as "end",
        false as all_day, t.status, 'repair/edit/' || t.id as link, t.updated_at as changed_at
      from repair t
      where t.created_at >= ${from}::date and t.created_at < ${to}::date and ${visibleRowsSql(ctx, 'repair')}
      order by t.created_at limit ${most}`),
}
