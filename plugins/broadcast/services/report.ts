import { basic, type Ctx, validationError, sql, message } from 'stoa'
import type { EmailReport } from '../api-types.ts'
import { visibleRecipientsSql } from './visible-recipients.ts'

/** Maximum length of the range: ten years, in days. */
const MAX_DAYS = 3_660
/** Maximum number of broadcasts listed one by one. Months and totals cover all of them. */
const MAX_LISTED = 200

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
  if ((Date.parse(to) - Date.parse(from)) / 86_400_000 > MAX_DAYS)
    throw validationError({ to: message('core:rule.max', { max: MAX_DAYS }) })
  const zone = ctx.kernel.settings.of(basic).time_zone
  const archivedCountSql = (type: 'open' | 'click') => sql`coalesce((b.counted->${type}->>'people')::int, 0)`
  const lines = await ctx.kernel.db.rows<Line & { month: string }>(sql`
    with selected as materialized (
      select b.id, b.title, b.channel, b.status, b.started_at, b.counted, to_char(b.started_at at time zone ${zone}, 'YYYY-MM') as month
      from broadcast b where b.channel = ${channel} and b.started_at >= ${from}::date::timestamp at time zone ${zone}
        and b.started_at < (${to}::date + 1)::timestamp at time zone ${zone}),
    recipients as (
      select r.broadcast_id, count(*)::int as recipients, count(*) filter (where r.status = 'sent')::int as sent,
        count(*) filter (where r.status = 'abnormal')::int as failed
      from broadcast_recipient r where r.broadcast_id in (select id from selected) and ${visibleRecipientsSql(ctx)} group by r.broadcast_id),
    events as (
      select r.broadcast_id, count(distinct e.recipient_id) filter (where e.type = 'open')::int as opened,
        count(distinct e.recipient_id) filter (where e.type = 'click')::int as clicked,
        count(distinct e.recipient_id) filter (where e.type = 'bounce_hard')::int as bounced,
        count(distinct e.recipient_id) filter (where e.type = 'complaint')::int as complained,
        count(distinct e.recipient_id) filter (where e.type = 'unsubscribe')::int as unsubscribed
      from broadcast_event e join broadcast_recipient r on r.id = e.recipient_id
      where r.broadcast_id in (select id from selected) and not e.auto and ${visibleRecipientsSql(ctx)} group by r.broadcast_id)
    select b.id, b.title, b.channel, b.status, b.started_at, b.month, coalesce(w.recipients, 0) as recipients, coalesce(w.sent, 0) as sent,
      coalesce(w.failed, 0) as failed, coalesce(c.opened, 0) + ${archivedCountSql('open')} as opened, coalesce(c.clicked, 0) + ${archivedCountSql('click')} as clicked,
      coalesce(c.bounced, 0) as bounced, coalesce(c.complained, 0) as complained, coalesce(c.unsubscribed, 0) as unsubscribed
    from selected b left join recipients w on w.broadcast_id = b.id left join events c on c.broadcast_id = b.id order by b.started_at desc, b.id desc`)
  return {
    total: { broadcasts: lines.length, ...sumFigures(lines) },
    months: listMonths(from, to).map((month) => ({ month, ...sumFigures(lines.filter((line) => line.month === month)) })),
    data: lines.slice(0, MAX_LISTED).map(({ month: _, ...line }) => line),
  }
}

const FIGURES = ['recipients', 'sent', 'failed', 'opened', 'clicked', 'bounced', 'complained', 'unsubscribed'] as const

function sumFigures(lines: readonly Line[]): Record<(typeof FIGURES)[number], number> {
  const sum = (figure: (typeof FIGURES)[number]) => lines.reduce((all, line) => all + line[figure], 0)
  return Object.fromEntries(FIGURES.map((number) => [number, sum(number)])) as Record<(typeof FIGURES)[number], number>
}

/** The months of a range, including those without a broadcast. */
function listMonths(from: string, to: string): string[] {
  const [year = 0, month = 1] = from.split('-').map(Number)
  const found: string[] = []
  for (let at = 0; ; at++) {
    const next = new Date(Date.UTC(year, month - 1 + at, 1)).toISOString().slice(0, 7)
    if (next > to.slice(0, 7)) return found
    found.push(next)
  }
}
