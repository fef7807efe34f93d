import { sql } from 'stoa'
import { type CalendarSource, visibleRowsSql, type SourceEntry } from 'stoa/plugins/calendar'

/** Under `contributions`: `contribute(CALENDAR_SOURCES, 'repairs', calendarSource)`, with `after: ['calendar']`. */
export const calendarSource: CalendarSource = {
  title: 'pieces:calendar.brought',
  hue: 'teal',
  needs: 'get repair',
  // Feeds for other programs are anonymous, unless their owner wants names of customers and has this permission.
  customerNames: 'get customer',
  read: (ctx, { from, to, most, anonymous }) =>
    ctx.kernel.db.rows<SourceEntry>(sql`
      select t.id::text as id, ${anonymous ? sql`'#' || t.id` : sql`t.name`} as title, t.created_at as start, null as "end",
        false as all_day, t.status, 'repair/edit/' || t.id as link, t.updated_at as changed_at
      from repair t
      where t.created_at >= ${from}::date and t.created_at < ${to}::date and ${visibleRowsSql(ctx, 'repair')}
      order by t.created_at limit ${most}`),
}
