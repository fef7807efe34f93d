import { type Ctx, type Period, sql, type Sql } from 'stoa'
import { type Card, type Figure, isInPeriodSql, translate } from 'stoa/plugins/desk'
import { visibleLeadsSql } from './board.ts'

/** SQL: condition of the leads `t` that count on the dashboard: all that the actor may see, without spam. */
export const countedLeadsSql = (ctx: Ctx): Sql => sql`t.status <> 'abnormal' and ${visibleLeadsSql(ctx)}`

const numbers = ['fresh', 'won', 'won_amount', 'lost'] as const

/** SQL: the numbers of a period, as columns with a suffix. */
function numbersSql(ctx: Ctx, period: Period, suffix: 'now' | 'before'): Sql {
  const created = isInPeriodSql(ctx, sql`t.created_at`, period)
  const closed = isInPeriodSql(ctx, sql`t.closed_at`, period)
  const values = {
    fresh: sql`count(*) filter (where ${created})`,
    won: sql`count(*) filter (where t.status = 'completed' and ${closed})`,
    won_amount: sql`(coalesce(sum(t.amount_minor) filter (where t.status = 'completed' and ${closed}), 0) / 100.0)::numeric(18, 2)`,
    lost: sql`count(*) filter (where t.status = 'canceled' and ${closed})`,
  }
  return sql`jsonb_build_object('fresh', (${values.fresh})::text, 'won', (${values.won})::text, 'won_amount', (${values.won_amount})::text,
    'lost', (${values.lost})::text) as ${suffix === 'now' ? sql`now` : sql`before`}`
}

type Numbers = Record<(typeof numbers)[number], string>

/** Card of the CRM dashboard: new, won and lost leads of the period, and the open ones of now. */
export const leadFiguresCard: Card = {
  title: 'crm:card.leads',
  dashboard: 'crm',
  needs: 'get lead',
  size: 'full',
  sizes: ['medium', 'wide', 'full'],
  link: 'lead',
  read: async (ctx, { period, compared }) => {
    const row = await ctx.kernel.db.one<{ now: Numbers; before: Numbers; open: string; open_amount: string }>(sql`
      select ${numbersSql(ctx, period, 'now')}, ${numbersSql(ctx, compared, 'before')}, count(*) filter (where t.closed_at is null)::text as open,
        (coalesce(sum(t.amount_minor) filter (where t.closed_at is null), 0) / 100.0)::numeric(18, 2)::text as open_amount
      from crm_lead t where ${countedLeadsSql(ctx)}`)
    if (!row) return {}
    const figure = (name: string, type: Figure['type'], value: string, before?: string): Figure => ({
      title: translate(ctx, `crm:card.${name}`),
      type,
      value,
      ...(before === undefined ? {} : { compared: before }),
    })
    return {
      figures: [
        ...numbers.map((name) => figure(name, name === 'won_amount' ? 'money' : 'count', row.now[name], row.before[name])),
        figure('open', 'count', row.open),
        figure('open_amount', 'money', row.open_amount),
      ],
    }
  },
}
