import { hasPermission } from 'stoa'
import { type Card, type CardRow, translate } from 'stoa/plugins/desk'
import { stockAlert } from '../resources/alert.ts'

/** Alerts on the card; the list shows all. */
const MOST = 6

const intents = { low: 'warning', out: 'danger', expiring: 'warning', expired: 'danger', abnormal: 'danger' } as const

/** Dashboard card: open stock alerts. */
export const alertsCard: Card = {
  title: 'inventory:card.alerts',
  needs: 'get stock alert',
  size: 'small',
  link: 'stock-alert?closed_at__empty=1',
  empty: 'inventory:card.none',
  read: async (ctx) => {
    const isLinked = hasPermission(ctx.actor, 'get inventory')
    const { data } = await ctx.kernel.resources.list(ctx, stockAlert, { closed_at__empty: '1', fields: 'stock_id,goods,choice,name,sku' })
    return {
      rows: data.slice(0, MOST).map((alert): CardRow => {
        const { goods, choice } = alert as { goods?: string | null; choice?: string | null }
        return {
          title: goods || String(alert.name),
          ...(isLinked ? { link: `inventories?stock_id=${alert.stock_id}` } : {}),
          text: [choice, alert.sku].filter(Boolean).join(' · '),
          tag: { text: translate(ctx, `inventory:stock_alert.level_${alert.level}`), intent: intents[alert.level] },
          ...(alert.expiry_date
            ? { value: alert.expiry_date, type: 'day' as const }
            : { value: translate(ctx, 'inventory:card.left', { count: alert.quantity }), type: 'text' as const }),
        }
      }),
    }
  },
}
