import { type Ctx, f, invalid, smallestAmount, splitAmount, sql, text, type Tx } from 'stoa'
import { personSql } from 'stoa/plugins/people'
import type { AdjustedOrder, Adjuster, Sums } from 'stoa/plugins/sales'
import { pointsNeeded, worthOf } from '../domain/points.ts'
import { pointRules } from '../settings.ts'
import { spendable } from './account.ts'
import { holdPoints } from './in-order.ts'

const PERCENT = 100

/** Points pay part of a sale. What is paid for with them is nothing to earn points on. */
export const payWithPoints: Adjuster = {
  choice: { use: f.int({ min: 1, max: 100_000_000 }) },
  words: { points: 'use' },
  async prepare(ctx, { customer, currency }, choice, db) {
    const { point_value: value, most_percent: most } = ctx.kernel.settings.of(pointRules)
    if (!choice || customer === null || Number(value) <= 0) return () => []
    const { use } = choice as { use: number }
    const own = await db.one<{ points: number }>(sql`select ${spendable(personSql(sql`${customer}::bigint`))} as points`)
    if ((own?.points ?? 0) < use) throw invalid({ use: text('loyalty:error.insufficient', { count: Math.max(0, own?.points ?? 0) }) })
    return ({ lines }) => {
      const open = lines.reduce((sum, amount) => sum + amount, 0)
      const mostWorth = Math.min(worthOf(use, value, currency.rate), Math.floor((open * most) / PERCENT))
      const worth = mostWorth - (mostWorth % smallestAmount(currency.code))
      if (worth <= 0) return []
      const points = Math.min(use, pointsNeeded(worth, value, currency.rate))
      return [
        {
          label: ctx.kernel.i18n.t(ctx.language, 'loyalty:paid', { count: points }),
          code: String(points),
          shares: splitAmount(worth, lines, currency.code),
        },
      ]
    }
  },
  settle: (tx, ctx, order, sums) => settle(tx, ctx, order, sums),
}

/** What an order holds of somebody's points follows from how much of what they paid is back. @throws Failed INVALID when there are not so many */
const settle = (tx: Tx, ctx: Ctx, order: AdjustedOrder, { applied, taken, back }: Sums): Promise<unknown> =>
  holdPoints(tx, ctx, order, 'paid', {
    taken: applied.reduce((sum, { code }) => sum + Number(code ?? 0), 0),
    backOf: (points) => (back >= taken ? points : Math.floor((points * back) / Math.max(1, taken))),
  })
