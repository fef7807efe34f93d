import { type Ctx, hasPermission, localizedSql, type Sql, sql } from 'stoa'
import { type CalendarSource, type SourceEntry, type Span, visibleRowsSql } from 'stoa/plugins/calendar'

const SEE_HOLIDAYS = 'get hr holiday'

/** Published holidays that meet a condition. */
const readHolidays = (ctx: Ctx, { from, to, most }: Span, condition: Sql): Promise<SourceEntry[]> =>
  ctx.kernel.db.rows<SourceEntry>(sql`
      select t.id::text as id, ${localizedSql(sql`t.title`, ctx.language, ctx.mainLanguage)} as title, to_char(t.date, 'YYYY-MM-DD') as start,
        null as "end", true as all_day, t.status,
        case when ${hasPermission(ctx.actor, SEE_HOLIDAYS)} then 'holiday/edit/' || t.id end as link, t.updated_at as changed_at
      from hr_holiday t where t.date >= ${from}::date and t.date < ${to}::date and t.status = 'published'
        and ${condition} order by t.date, t.id limit ${most}`)

/** Published holidays in the shared calendar. In "My calendar": those of the holiday calendar of the account's employee. */
export const holidaysOnCalendar: CalendarSource = {
  title: 'hr:calendar.holidays',
  hue: 'red',
  needs: SEE_HOLIDAYS,
  read: (ctx, span) => readHolidays(ctx, span, visibleRowsSql(ctx, 'hr_holiday')),
  mine: {
    read: (ctx, span) =>
      readHolidays(
        ctx,
        span,
        sql`t.calendar_id = (select e.holiday_calendar_id from hr_employee e where e.enabled and e.account_id = ${'id' in ctx.actor ? ctx.actor.id : 0})`,
      ),
  },
}
