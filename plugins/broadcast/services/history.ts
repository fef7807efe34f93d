import { type Ctx, AppError, NOT_FOUND, localizedSql, sql } from 'stoa'
import { topicTitleSql } from 'stoa/plugins/people'
import type { History } from '../api-types.ts'
import { broadcasting } from '../settings.ts'
import { countByReason } from './count.ts'
import { visibleRecipientsSql } from './visible-recipients.ts'

interface BroadcastHead {
  id: number
  title: string
  channel: 'email' | 'sms'
  status: string
  topic: string
  send_at: string | null
  started_at: string | null
  finished_at: string | null
  last_error: string
  tracking: boolean
  left_out: Record<string, number>
  counted: Partial<Record<'open' | 'click', { total: number; people: number }>>
  audience_by: number | null
  of_id: number | null
  of_title: string | null
}

/** Number of hours in the charts of opens and clicks. */
const MAX_CHART_HOURS = 72

/** The results of a broadcast, limited to the recipients that the actor may see. @throws AppError NOT_FOUND */
export async function readHistory(ctx: Ctx, id: number): Promise<History> {
  const { db } = ctx.kernel
  const head = await db.one<BroadcastHead>(sql`
    select b.id, b.title, b.channel, b.status, ${localizedSql(topicTitleSql(sql`b.topic_id`), ctx.language, ctx.mainLanguage)} as topic, b.send_at, b.started_at, b.finished_at, b.last_error,
      b.tracking, b.left_out, b.counted, b.audience_by, o.id as of_id, o.title as of_title
    from broadcast b left join broadcast o on o.id = b.resend_of where b.id = ${id}`)
  if (!head) throw new AppError(NOT_FOUND)
  const visibleSql = visibleRecipientsSql(ctx)
  const events = sql`broadcast_event e join broadcast_recipient r on r.id = e.recipient_id where r.broadcast_id = ${id} and not e.auto and ${visibleSql}`
  const [statuses, kinds, links, hours, resends] = await Promise.all([
    db.rows<History['statuses'][number]>(sql`select r.status, r.reason, count(*)::int as count from broadcast_recipient r
      where r.broadcast_id = ${id} and ${visibleSql} group by r.status, r.reason order by count(*) desc, r.status, r.reason`),
    db.rows<{
      type: string
      total: number
      people: number
    }>(sql`select e.type, count(*)::int as total, count(distinct e.recipient_id)::int as people
      from ${events} group by e.type`),
    db.rows<History['links'][number]>(sql`
      select l.url, count(e.id)::int as total, count(distinct e.recipient_id)::int as people from broadcast_link l left join (
        select e.id, e.link_id, e.recipient_id from ${events} and e.type = 'click') e on e.link_id = l.id
      where l.broadcast_id = ${id} group by l.id order by count(e.id) desc, l.id limit 100`),
    db.rows<History['hours'][number]>(sql`
      with activity as (
        select date_trunc('hour', r.sent_at) as at, 'sent' as type, r.id as who from broadcast_recipient r where r.broadcast_id = ${id} and r.sent_at is not null and ${visibleSql}
        union all select date_trunc('hour', min(e.at)), e.type, e.recipient_id from ${events} and e.type in ('open', 'click') group by e.type, e.recipient_id)
      select at, count(*) filter (where type = 'sent')::int as sent, count(*) filter (where type = 'open')::int as opened,
        count(*) filter (where type = 'click')::int as clicked from activity group by at order by at limit ${MAX_CHART_HOURS}`),
    db.rows<History['resends'][number]>(sql`select id, title, status from broadcast where resend_of = ${id} order by id`),
  ])
  const findStats = (type: string) => kinds.find((kind) => kind.type === type)
  const getOpenCounts = (type: 'open' | 'click') => {
    const { total = 0, people = 0 } = findStats(type) ?? {}
    const old = head.counted[type]
    return { total: total + (old?.total ?? 0), people: people + (old?.people ?? 0) }
  }
  // An actor who sees only some recipients gets no totals, because totals would reveal the others.
  const seesAllRecipients = visibleSql.text === sql`true`.text
  return {
    id: head.id,
    title: head.title,
    channel: head.channel,
    status: head.status,
    topic: head.topic,
    send_at: head.send_at,
    started_at: head.started_at,
    finished_at: head.finished_at,
    last_error: head.last_error,
    tracked: head.channel === 'email' && head.tracking && ctx.kernel.settings.of(broadcasting).tracking,
    recipients: statuses.reduce((sum, { count }) => sum + count, 0),
    statuses,
    left_out: seesAllRecipients ? countByReason(head.left_out) : [],
    opens: getOpenCounts('open'),
    clicks: getOpenCounts('click'),
    soft_bounces: findStats('bounce_soft')?.people ?? 0,
    hard_bounces: findStats('bounce_hard')?.people ?? 0,
    complaints: findStats('complaint')?.people ?? 0,
    unsubscribes: findStats('unsubscribe')?.people ?? 0,
    links,
    hours,
    resend_of: head.of_id === null || head.of_title === null ? null : { id: head.of_id, title: head.of_title },
    resends,
  }
}
