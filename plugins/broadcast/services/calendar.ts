import { sql } from 'stoa'
import { type CalendarSource, parseEntryId, visibleRowsSql, type SourceEntry, getStart } from 'stoa/plugins/calendar'

/** Calendar entries of broadcasts at their send time. A broadcast that has started cannot be moved. */
export const plannedBroadcasts: CalendarSource = {
  title: 'broadcast:calendar.broadcasts',
  hue: 'rose',
  needs: 'get broadcast',
  read: (ctx, { from, to, most }) =>
    ctx.kernel.db.rows<SourceEntry>(sql`
      select t.id::text as id, t.title, coalesce(t.started_at, t.send_at) as start, null as "end", false as all_day, t.status,
        case when t.started_at is null then 'broadcast/edit/' else 'broadcast/history/' end || t.id as link,
        t.started_at is null and t.status in ('draft', 'pending') as movable, t.version, t.updated_at as changed_at
      from broadcast t where coalesce(t.started_at, t.send_at) >= ${getStart(ctx, from)} and coalesce(t.started_at, t.send_at) < ${getStart(ctx, to)}
        and (t.status <> 'canceled' or t.started_at is not null) and ${visibleRowsSql(ctx, 'broadcast')}
      order by coalesce(t.started_at, t.send_at), t.id limit ${most}`),
  move: {
    needs: 'update broadcast',
    by: 'moment',
    run: (ctx, id, { start, version }) =>
      ctx.kernel.resources.update(ctx, 'broadcast', parseEntryId(id), { send_at: start, ...(version === null ? {} : { version }) }),
  },
}
