import { basic, type Ctx, type Period, sql, type Sql } from 'stoa'
import type { Report } from 'stoa/plugins/reports'
import { visibleContactSql, visibleRecipientsSql } from './visible-recipients.ts'

/** SQL: opens and clicks that were reduced to counts of their broadcast, as one fact each. They belong to no recipient, so only readers of all have them. */
const archivedCountsSql = (ctx: Ctx): Sql => {
  const count = (type: string) => sql`coalesce((b.counted->${type}->>'people')::int, 0)`
  return sql`select -b.id, b.day, b.id, b.title, b.channel, null, null, 0, 0, 0, 0, ${count('open')}, ${count('click')}, 0, 0
    from started b where b.counted <> '{}' and ${visibleContactSql(ctx, sql`null::bigint`) === undefined}`
}

/** SQL: the recipients of broadcasts that started in a period, as far as the reader may see them. Actions of people count once, those of programs never. */
function recipientsSql(ctx: Ctx, { from, to }: Period): Sql {
  const zone = ctx.kernel.settings.of(basic).time_zone
  const has = (type: string) => sql`coalesce(bool_or(e.type = ${type}), false)::int`
  return sql`
    with started as (
      select b.id, b.title, b.channel, b.counted, (b.started_at at time zone ${zone})::date as day from broadcast b
      where b.started_at >= ${from}::date::timestamp at time zone ${zone} and b.started_at < (${to}::date + 1)::timestamp at time zone ${zone})
    select r.id, b.day, b.id as broadcast_id, b.title, b.channel, r.status, r.language, 1 as recipients, (r.status = 'sent')::int as sent,
      (r.status = 'abnormal')::int as failed, ${has('bounce_hard')} as bounced, ${has('open')} as opened, ${has('click')} as clicked,
      ${has('complaint')} as complained, ${has('unsubscribe')} as unsubscribed
    from started b join broadcast_recipient r on r.broadcast_id = b.id left join broadcast_event e on e.recipient_id = r.id and not e.auto
    where ${visibleRecipientsSql(ctx)} group by r.id, b.id, b.day, b.title, b.channel
    union all ${archivedCountsSql(ctx)}`
}

/** Results of broadcasts by the day they started: recipients, sent, opens, clicks, bounces and unsubscriptions, with their rates of the sent messages. */
export const emailReport: Report = {
  title: 'broadcast:report.email',
  order: 65,
  needs: 'get broadcast',
  dated: 'period',
  facts: recipientsSql,
  dimensions: {
    broadcast: { title: 'broadcast:report.broadcast', column: 'broadcast_id', of: 'broadcast' },
    channel: { title: 'broadcast:report.channel', column: 'channel', messages: 'broadcast:broadcast.channel_' },
    topic: { title: 'broadcast:report.topic', column: 'broadcast_id', of: 'broadcast', via: 'topic_id' },
    status: { title: 'broadcast:report.status', column: 'status', messages: 'core:status.' },
    language: { title: 'broadcast:report.language', column: 'language' },
  },
  measures: {
    broadcasts: { title: 'broadcast:report.broadcasts', type: 'count', distinct: 'broadcast_id' },
    recipients: { title: 'broadcast:report.recipients', type: 'count', sum: 'recipients' },
    sent: { title: 'broadcast:report.sent', type: 'count', sum: 'sent' },
    failed: { title: 'broadcast:report.failed', type: 'count', sum: 'failed' },
    bounced: { title: 'broadcast:report.bounced', type: 'count', sum: 'bounced' },
    opened: { title: 'broadcast:report.opened', type: 'count', sum: 'opened' },
    clicked: { title: 'broadcast:report.clicked', type: 'count', sum: 'clicked' },
    complained: { title: 'broadcast:report.complained', type: 'count', sum: 'complained' },
    unsubscribed: { title: 'broadcast:report.unsubscribed', type: 'count', sum: 'unsubscribed' },
    bounce_rate: { title: 'broadcast:report.bounce_rate', type: 'percent', ratio: ['bounced', 'sent'] },
    open_rate: { title: 'broadcast:report.open_rate', type: 'percent', ratio: ['opened', 'sent'] },
    click_rate: { title: 'broadcast:report.click_rate', type: 'percent', ratio: ['clicked', 'sent'] },
    unsubscribe_rate: { title: 'broadcast:report.unsubscribe_rate', type: 'percent', ratio: ['unsubscribed', 'sent'] },
  },
  groupBy: ['broadcast'],
  chart: { kind: 'funnel', measures: ['recipients', 'sent', 'opened', 'clicked'] },
  rows: [
    { title: 'broadcast:report.day', column: 'day', type: 'day' },
    { title: 'broadcast:report.broadcast', column: 'title', type: 'text' },
    { title: 'broadcast:report.status', column: 'status', type: 'text', messages: 'core:status.' },
  ],
  link: sql`'broadcast/history/' || f.broadcast_id`,
}
