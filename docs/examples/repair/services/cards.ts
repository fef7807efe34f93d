import { sql } from 'stoa'
import { type Card, createRecordsCard, isInPeriodSql, translate } from 'stoa/plugins/desk'
import { mine, repair } from '../resources/repair.ts'

/** Repairs that wait, as in their list. */
export const pendingCard = createRecordsCard(repair, { title: 'repair:card.pending', filter: { status: 'pending' } })

/** Repairs that were brought in the period, with the change from the period before. */
export const broughtCard: Card = {
  title: 'repair:card.brought',
  needs: 'get repair',
  size: 'small',
  link: 'repair',
  read: async (ctx, { period, compared }) => {
    const brought = (days: typeof period) => sql`(count(*) filter (where ${isInPeriodSql(ctx, sql`t.created_at`, days)}))::text`
    const row = await ctx.kernel.db.one<{ now: string; before: string }>(sql`
      select ${brought(period)} as now, ${brought(compared)} as before from repair t where ${mine(ctx) ?? sql`true`}`)
    return {
      figures: [{ title: translate(ctx, 'repair:card.brought'), type: 'count', value: row?.now ?? '0', compared: row?.before ?? '0' }],
    }
  },
}
