import { basic, type Ctx, validationError, sql, message } from 'stoa'
import type { EmailReport } from '../api-types.ts'
import { visibleRecipientsSql } from './visible-recipients.ts'

/** Maximum length of the range: ten years, in days. */
const LONGEST = 3_660
/** Maximum number of broadcasts listed one by one. Months and totals cover all of them. */
const MOST = 200

type Line = EmailReport['data'][number]

/**
 * Results of the broadcasts that started between two business days: one by one, in total and by month. Recipients count as far as the actor
 * may see them.
 * @throws AppError INVALID for an invalid range
 */
export async function emailReport(
  ctx: Ctx,
  { from, to, channel }: { from: string; to: string; channel: Line['channel'] },
): Promise<EmailReport> {
  if (to < from) throw validationError({ to: message('core:rule.date') })
  if ((Date.parse(to) - Date.parse(from)) / 86_400_000 > LONGEST) throw validationError({ to: message('core:rule.max', { max: LONGEST }) })
  const zone = ctx.kernel.settings.of(basic).time_zone
  const counted = (type: 'open' | 'click') => sql`coalesce((b.counted->${type}->>'people')::int, 0)`
  const lines = await ctx.kernel.db.rows<Line & { month: string }>(sql`
    with chosen as materialized (
      select b.id, b.title, b.channel, b.status, b.started_at, b.counted, to_char(b.started_at at time zone ${zone}, 'YYYY-MM') as month
      from broadcast b where b.channel = ${channel} and b.started_at >= ${from}::date::timestamp at time zone ${zone}
        and b.started_at < (${to}::date + 1)::timestamp at time zone ${zone}),
    went as (
      select r.broadcast_id, count(*)::int as recipients, count(*) filter (where r.status = 'sent')::int as sent,
        count(*) filter (where r.status = 'abnormal')::int as failed
      from broadcast_recipient r where r.broadcast_id in (select id from chosen) and ${visibleRecipientsSql(ctx)} group by r.broadcast_id),
    came as (
      select r.broadcast_id, count(distinct e.recipient_id) filter (where e.type = 'open')::int as opened,
        count(distinct e.recipient_id) filter (where e.type = 'click')::int as clicked,
        count(distinct e.recipient_id) filter (where e.type = 'bounce_hard')::int as bounced,
        count(distinct e.recipient_id) filter (where e.type = 'complaint')::int as complained,
        count(distinct e.recipient_id) filter (where e.type = 'unsubscribe')::int as unsubscribed
      from broadcast_event e join broadcast_recipient r on r.id = e.recipient_id
      where r.broadcast_id in (select id from chosen) and not e.auto and ${visibleRecipientsSql(ctx)} group by r.broadcast_id)
    select b.id, b.title, b.channel, b.status, b.started_at, b.month, coalesce(w.recipients, 0) as recipients, coalesce(w.sent, 0) as sent,
      coalesce(w.failed, 0) as failed, coalesce(c.opened, 0) + ${counted('open')} as opened, coalesce(c.clicked, 0) + ${counted('click')} as clicked,
      coalesce(c.bounced, 0) as bounced, coalesce(c.complained, 0) as complained, coalesce(c.unsubscribed, 0) as unsubscribed
    from chosen b left join went w on w.broadcast_id = b.id left join came c on c.broadcast_id = b.id order by b.started_at desc, b.id desc`)
  return {
    total: { broadcasts: lines.length, ...summed(lines) },
    months: months(from, to).map((month) => ({ month, ...summed(lines.filter((line) => line.month === month)) })),
    data: lines.slice(0, MOST).map(({ month: _, ...line }) => line),
  }
}

const numbers = ['recipients', 'sent', 'failed', 'opened', 'clicked', 'bounced', 'complained', 'unsubscribed'] as const

function summed(lines: readonly Line[]): Record<(typeof numbers)[number], number> {
  const sum = (figure: (typeof numbers)[number]) => lines.reduce((all, line) => all + line[figure], 0)
  return Object.fromEntries(numbers.map((number) => [number, sum(number)])) as Record<(typeof numbers)[number], number>
}

/** The months of a range, including those without a broadcast. */
function months(from: string, to: string): string[] {
  const [year = 0, month = 1] = from.split('-').map(Number)
  const found: string[] = []
  for (let at = 0; ; at++) {
    const next = new Date(Date.UTC(year, month - 1 + at, 1)).toISOString().slice(0, 7)
    if (next > to.slice(0, 7)) return found
    found.push(next)
  }
}
