import { type Ctx, hasPermission, localizedSql, type Sql, sql } from 'stoa'
import { CANCELED_DAYS, type CalendarSource, type SourceEntry, type Span, visibleRowsSql } from 'stoa/plugins/calendar'
import { findOwnEmployee } from 'stoa/plugins/hr'
import { readEmployeeNames } from './employee.ts'

/** Permission to see who is away, without the kind of leave. */
export const SEE_ABSENCE = 'see hr absence'

/** Permission to see the kind of leave of colleagues. */
export const SEE_KIND = 'see hr leave kind'

type AbsenceEntry = SourceEntry & { employee_id: number }

/** What differs between the leave of everybody and that of oneself. */
interface AbsenceQuery {
  condition: Sql
  seesKind: boolean
  link: Sql
}

/** Approved leave; `title` is the kind, or "Away", with the half of the day. */
function readAbsences(ctx: Ctx, { from, to, most, outside }: Span, { condition, seesKind, link }: AbsenceQuery): Promise<AbsenceEntry[]> {
  const language = ctx.interfaceLanguage ?? ctx.language
  const say = (key: string) => ctx.kernel.i18n.t(language, `leave:calendar.${key}`)
  const kind =
    seesKind && !outside ? sql`coalesce(${localizedSql(sql`y.title`, language, ctx.mainLanguage)}, y.code)` : sql`${say('away')}::text`
  return ctx.kernel.db.rows<AbsenceEntry>(sql`
      select t.id::text as id, t.employee_id, ${kind} || case
          when t.hours is not null then '' when t.start_date = t.end_date and t.start_half = 'pm' then ${` · ${say('pm')}`}::text
          when t.start_date = t.end_date and t.end_half = 'am' then ${` · ${say('am')}`}::text else '' end as title,
        to_char(t.start_date, 'YYYY-MM-DD') as start, to_char(t.end_date + 1, 'YYYY-MM-DD') as "end", true as all_day, null as status,
        ${link} as link, t.updated_at as changed_at, t.status = 'canceled' as gone
      from hr_leave t join hr_leave_type y on y.id = t.type_id
      where (t.status = 'approved' or ${outside} and t.status = 'canceled' and t.paid_fraction is not null
          and t.updated_at > now() - make_interval(days => ${CANCELED_DAYS})) and t.start_date < ${to}::date and t.end_date >= ${from}::date and ${condition}
      order by t.start_date, t.id limit ${most}`)
}

/**
 * Approved leave in the shared calendar. Colleagues see that somebody is away; the kind of leave needs its own permission. "My calendar"
 * has the own leave with its kind. Feeds never contain kinds.
 */
export const absencesOnCalendar: CalendarSource = {
  title: 'leave:calendar.away',
  hue: 'magenta',
  needs: SEE_ABSENCE,
  read: async (ctx, span) => {
    const canOpen = hasPermission(ctx.actor, 'get hr leave')
    const entries = await readAbsences(ctx, span, {
      condition: sql`true`,
      seesKind: hasPermission(ctx.actor, SEE_KIND),
      link: canOpen ? sql`case when ${visibleRowsSql(ctx, 'hr_leave')} then 'leave/view/' || t.id end` : sql`null`,
    })
    const names = await readEmployeeNames(
      ctx.kernel,
      entries.map(({ employee_id }) => employee_id),
    )
    return entries.map(({ employee_id, title, ...entry }) => ({ ...entry, title: `${names.get(employee_id) ?? ''} · ${title}` }))
  },
  mine: {
    read: async (ctx, span) => {
      const own = await findOwnEmployee(ctx)
      const condition = sql`t.employee_id = ${own?.id ?? 0}`
      const entries = await readAbsences(ctx, span, { condition, seesKind: true, link: sql`'my-leave/view/' || t.id` })
      return entries.map(({ employee_id: _, ...entry }) => entry)
    },
  },
}
