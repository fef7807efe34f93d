import { sql, statusLabel } from 'stoa'
import { scopeSql } from 'stoa/engine'
import type { Card } from 'stoa/plugins/desk'

/** Statuses of the bookings of a day that staff look at. */
const figureStatuses = ['pending', 'approved', 'present', 'absent'] as const

/** Dashboard card: bookings that begin today, by status. */
export const todayCard: Card = {
  title: 'booking:card.today',
  needs: 'get booking',
  size: 'small',
  link: 'booking/history',
  empty: 'booking:card.no_bookings',
  read: async (ctx) => {
    const rows = await ctx.kernel.db.rows<{ status: (typeof figureStatuses)[number]; count: number }>(sql`
      select t.status, count(*)::int as count from booking t
      where t.asked_at is not null and t.status = any(${[...figureStatuses]}) and (t.starts_at at time zone t.zone)::date = (now() at time zone t.zone)::date
        and t.starts_at between now() - interval '2 days' and now() + interval '2 days' and ${scopeSql(ctx, ctx.kernel.registry.resource('booking'))}
      group by t.status`)
    if (rows.length === 0) return {}
    const counts = new Map(rows.map(({ status, count }) => [status, count]))
    return {
      figures: figureStatuses
        .filter((status) => status !== 'pending' || counts.has(status))
        .map((status) => ({
          title: statusLabel(ctx.kernel, ctx.interfaceLanguage ?? ctx.language, status),
          type: 'count' as const,
          value: String(counts.get(status) ?? 0),
          link: `booking/history?status=${status}`,
        })),
    }
  },
}
