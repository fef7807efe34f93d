import { sql } from 'stoa'
import { scopeSql } from 'stoa/engine'
import { type Card, isInPeriodSql, translate } from 'stoa/plugins/desk'

/** Dashboard card: number of customers who created an account in the period. */
export const newCustomersCard: Card = {
  title: 'people:card.new_customers',
  needs: 'get customer',
  size: 'small',
  link: 'customer/list',
  read: async (ctx, { period, compared }) => {
    const createdIn = (days: typeof period) => sql`count(*) filter (where ${isInPeriodSql(ctx, sql`t.created_at`, days)})`
    const row = await ctx.kernel.db.one<{ now: number; before: number }>(sql`
      select ${createdIn(period)}::int as now, ${createdIn(compared)}::int as before from customer t
      where ${isInPeriodSql(ctx, sql`t.created_at`, { from: compared.from, to: period.to })} and ${scopeSql(ctx, ctx.kernel.registry.resource('customer'))}`)
    return {
      figures: [
        {
          title: translate(ctx, 'people:card.new_customers'),
          type: 'count',
          value: String(row?.now ?? 0),
          compared: String(row?.before ?? 0),
          link: 'customer/list',
        },
      ],
    }
  },
}
