import { sql } from 'stoa'
import { scopeSql } from 'stoa/engine'
import { type Card, isInPeriodSql, translate } from 'stoa/plugins/desk'

/** Under `contributions`: `contribute(CARDS, 'brought', broughtCard)`. The change from the period before is computed from `compared`. */
export const broughtCard: Card = {
  title: 'pieces:card.brought',
  needs: 'get repair',
  size: 'small',
  link: 'repair',
  read: async (ctx, { period, compared }) => {
    const brought = (days: typeof period) => sql`(count(*) filter (where ${isInPeriodSql(ctx, sql`t.created_at`, days)}))::text`
    const row = await ctx.kernel.db.one<{ now: string; before: string }>(sql`
      select ${brought(period)} as now, ${brought(compared)} as before from repair t where ${scopeSql(ctx, ctx.kernel.registry.resource('repair'))}`)
    return {
      figures: [{ title: translate(ctx, 'pieces:card.brought'), type: 'count', value: row?.now ?? '0', compared: row?.before ?? '0' }],
    }
  },
}
