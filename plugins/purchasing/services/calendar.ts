import { sql } from 'stoa'
import { type CalendarSource, CANCELED_DAYS, parseEntryId, visibleRowsSql, type SourceEntry } from 'stoa/plugins/calendar'

/** Calendar entries of open orders on their expected delivery date. */
export const expectedDeliveries: CalendarSource = {
  title: 'purchasing:calendar.deliveries',
  hue: 'amber',
  needs: 'get po',
  read: (ctx, { from, to, most, outside }) =>
    ctx.kernel.db.rows<SourceEntry>(sql`
      select t.id::text as id, concat_ws(' · ', t.number, s.name) as title, t.expected_at as start, null as "end", true as all_day,
        t.status, 'po/' || t.id as link, t.status <> 'canceled' as movable, t.version, t.updated_at as changed_at, t.status = 'canceled' as gone
      from purchase_order t join supplier s on s.id = t.supplier_id
      where t.expected_at >= ${from}::date and t.expected_at < ${to}::date and ${visibleRowsSql(ctx, 'po')}
        and (t.status in ('pending', 'approved', 'sent', 'partial_received', 'abnormal')
          or (${outside} and t.status = 'canceled' and t.updated_at > now() - make_interval(days => ${CANCELED_DAYS})))
      order by t.expected_at, t.id limit ${most}`),
  move: {
    needs: 'update po',
    by: 'day',
    run: (ctx, id, { start, version }) =>
      ctx.kernel.resources.update(ctx, 'po', parseEntryId(id), { expected_at: start, ...(version === null ? {} : { version }) }),
  },
}
