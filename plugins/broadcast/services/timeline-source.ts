import { sql } from 'stoa'
import type { ActivityEvent, TimelineSource } from 'stoa/plugins/people'
import { actor } from './outcome.ts'

/** Rebuilds the timeline events of recipients. Events that were aggregated are not restored. */
export const recipientTimelineSource: TimelineSource = {
  async rebuild({ db }, after, most) {
    const page = await db.rows<{ id: number }>(sql`select id from broadcast_recipient where id > ${after} order by id limit ${most}`)
    const rows = await db.rows<{ id: number; broadcast_id: number; person_id: number; title: string; what: string; at: string }>(sql`
    with r as (select * from broadcast_recipient where id = any(${page.map(({ id }) => id)}::bigint[]) and person_id is not null)
    select r.id, r.broadcast_id, r.person_id, b.title, t.what, min(t.at) as at
    from r join broadcast b on b.id = r.broadcast_id cross join lateral (
      select 'sent' as what, r.sent_at as at where r.status = 'sent'
      union all select case e.type when 'open' then 'opened' when 'click' then 'clicked' when 'complaint' then 'complained'
        when 'unsubscribe' then 'unsubscribed' else 'bounced' end, e.at from broadcast_event e where e.recipient_id = r.id and not e.auto) t
    group by r.id, r.broadcast_id, r.person_id, b.title, t.what order by r.id, min(t.at)`)
    const events = rows.map((row): ActivityEvent => ({
      personId: row.person_id,
      what: `broadcast.${row.what}`,
      params: { title: row.title },
      subject: row.broadcast_id,
      actor,
      dedupeKey: `broadcast ${row.id} ${row.what}`,
      at: new Date(row.at),
    }))
    return { events, last: page.length < most ? null : (page.at(-1)?.id ?? null) }
  },
}
