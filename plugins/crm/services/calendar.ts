import { type Ctx, type Sql, sql } from 'stoa'
import {
  type CalendarSource,
  type EntryReader,
  parseEntryId,
  visibleRowsSql,
  type SourceEntry,
  type Span,
  getStart,
} from 'stoa/plugins/calendar'
import { scopeSql } from 'stoa/engine'

const getAccountId = ({ actor }: Ctx): number => ('id' in actor ? actor.id : 0)

const readClosings = (ctx: Ctx, { from, to, most, anonymous }: Span, condition: Sql): Promise<SourceEntry[]> =>
  ctx.kernel.db.rows<SourceEntry>(sql`
      select t.id::text as id, case when ${anonymous} then t.number else t.title end as title, t.expected_close as start, null as "end", true as all_day,
        t.status, 'lead/edit/' || t.id as link, true as movable, t.version, t.updated_at as changed_at
      from crm_lead t where t.expected_close >= ${from}::date and t.expected_close < ${to}::date and t.closed_at is null and t.status <> 'abnormal'
        and ${visibleRowsSql(ctx, 'lead')} and ${condition} order by t.expected_close, t.id limit ${most}`)

/** Calendar entries of leads at their expected closing date. */
export const closings: CalendarSource = {
  title: 'crm:calendar.closings',
  hue: 'violet',
  needs: 'get lead',
  customerNames: 'get contact',
  read: (ctx, span) => readClosings(ctx, span, sql`true`),
  mine: { needs: 'get lead', read: (ctx, span) => readClosings(ctx, span, sql`t.owner_id = ${getAccountId(ctx)}`) },
  move: {
    needs: 'update lead',
    by: 'day',
    run: (ctx, id, { start, version }) =>
      ctx.kernel.resources.update(ctx, 'lead', parseEntryId(id), { expected_close: start, ...(version === null ? {} : { version }) }),
  },
}

const ownReminders: EntryReader = {
  needs: 'get lead',
  read: (ctx, { from, to, most, anonymous }) =>
    ctx.kernel.db.rows<SourceEntry>(sql`
      select t.id::text as id, case when ${anonymous} then ${ctx.kernel.i18n.t(ctx.language, 'crm:reminder._label')} else t.text end as title,
        t.remind_at as start, null as "end", false as all_day,
        case when t.lead_id is null then 'contact/view/' || t.contact_id else 'lead/edit/' || t.lead_id end as link, t.updated_at as changed_at
      from crm_reminder t where not t.done and t.remind_at >= ${getStart(ctx, from)} and t.remind_at < ${getStart(ctx, to)}
        and t.account_id = ${getAccountId(ctx)} and ${scopeSql(ctx, ctx.kernel.registry.resource('reminder'))}
      order by t.remind_at, t.id limit ${most}`),
}

/** Calendar entries of the actor's own reminders. */
export const reminders: CalendarSource = {
  title: 'crm:calendar.reminders',
  hue: 'teal',
  customerNames: 'get contact',
  ...ownReminders,
  mine: ownReminders,
}
