import { sql } from 'stoa'
import { type Card, isInPeriodSql, translate } from 'stoa/plugins/desk'
import { mine } from '../repair/resources/repair.ts'

/** Under `contributions`: `contribute(CARDS, 'brought', broughtCard)`. The change from the period before is computed from `compared`. */
export const broughtCard: Card = {
  title: 'pieces:card.brought',
  needs: 'get repair',
  size: 'small',
  link: 'repair',
  read: async (ctx, { period, compared }) => {
    const brought = (days: typeof period) => sql`(count(*) filter (where ${isInPeriodSql(ctx, sql`t.created_at`, days)}))::text`
    const row = await ctx.kernel.db.one<{ now: string; before: string }>(sql`
      select ${brought(period)} as now, ${brought(compared)} as before from repair t where ${mine(ctx) ?? sql`true`}`)
    return {
      figures: [{ title: translate(ctx, 'pieces:card.brought'), type: 'count', value: row?.now ?? '0', compared: row?.before ?? '0' }],
    }
  },
}
