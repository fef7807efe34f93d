import { sql, statusLabel } from 'stoa'
import { scopeSql } from 'stoa/engine'
import type { Card } from 'stoa/plugins/desk'
import { visibleRecipientsSql } from './visible-recipients.ts'

/** Broadcasts on the card. */
const MOST = 5

/** Card of the CRM dashboard: broadcasts that are being sent, then those sent last, with their progress. */
export const broadcastsCard: Card = {
  title: 'broadcast:card.latest',
  dashboard: 'crm',
  needs: 'get broadcast',
  size: 'medium',
  link: 'broadcast',
  empty: 'broadcast:card.none',
  read: async (ctx) => {
    const rows = await ctx.kernel.db.rows<{ id: number; title: string; status: string; sent: number; total: number }>(sql`
      select t.id, t.title, t.status, coalesce(n.sent, 0)::int as sent, coalesce(n.total, 0)::int as total
      from (select t.* from broadcast t where t.started_at is not null and ${scopeSql(ctx, ctx.kernel.registry.resource('broadcast'))}
        order by t.status in ('process', 'disabled', 'abnormal') desc, t.started_at desc, t.id desc limit ${MOST}) t,
        lateral (select count(*) filter (where r.status = 'sent') as sent, count(*) as total from broadcast_recipient r
          where r.broadcast_id = t.id and ${visibleRecipientsSql(ctx)}) n
      order by t.status in ('process', 'disabled', 'abnormal') desc, t.started_at desc, t.id desc`)
    return {
      progress: rows.map(({ id, title, status, sent, total }) => ({
        title,
        link: `broadcast/history/${id}`,
        text: statusLabel(ctx.kernel, ctx.interfaceLanguage ?? ctx.language, status),
        value: sent,
        of: total,
      })),
    }
  },
}
