import { type Ctx, f, validationError, smallestAmount, splitAmount, sql, message, type Tx } from 'stoa'
import { personSql } from 'stoa/plugins/people'
import type { AdjustedOrder, AdjustmentProvider, AdjustmentUsage } from 'stoa/plugins/sales'
import { getPointsNeeded, getWorth } from '../domain/points.ts'
import { pointRules } from '../settings.ts'
import { readSpendable } from './account.ts'
import { holdPoints } from './points-hold.ts'

const PERCENT = 100

/** Adjustment provider that pays part of a sale with points. The part paid with points earns no points. */
export const payWithPoints: AdjustmentProvider = {
  choice: { use: f.int({ min: 1, max: 100_000_000 }) },
  reads: { points: 'use' },
  async prepare(ctx, { customer, currency }, choice, db) {
    const { point_value: value, most_percent: most } = ctx.kernel.settings.of(pointRules)
    if (!choice || customer === null || Number(value) <= 0) return () => []
    const { use } = choice as { use: number }
    const ownPoints = await db.one<{ points: number }>(sql`select ${readSpendable(personSql(sql`${customer}::bigint`))} as points`)
    if ((ownPoints?.points ?? 0) < use)
      throw validationError({ use: message('loyalty:error.insufficient', { count: Math.max(0, ownPoints?.points ?? 0) }) })
    return ({ lines }) => {
      const open = lines.reduce((sum, amount) => sum + amount, 0)
      const mostWorth = Math.min(getWorth(use, value, currency.rate), Math.floor((open * most) / PERCENT))
      const worth = mostWorth - (mostWorth % smallestAmount(currency.code))
      if (worth <= 0) return []
      const points = Math.min(use, getPointsNeeded(worth, value, currency.rate))
      return [
        {
          label: ctx.kernel.i18n.t(ctx.language, 'loyalty:paid', { count: points }),
          code: String(points),
          shares: splitAmount(worth, lines, currency.code),
        },
      ]
    }
  },
  recordUsage: (tx, ctx, order, sums) => settle(tx, ctx, order, sums),
}

/** Settles the points held by an order according to the refunded share. @throws AppError INVALID when the balance is too small */
const settle = (tx: Tx, ctx: Ctx, order: AdjustedOrder, { applied, appliedAmount, returnedAmount }: AdjustmentUsage): Promise<unknown> =>
  holdPoints(tx, ctx, order, 'paid', {
    takenPoints: applied.reduce((sum, { code }) => sum + Number(code ?? 0), 0),
    getReturnedPoints: (points) =>
      returnedAmount >= appliedAmount ? points : Math.floor((points * returnedAmount) / Math.max(1, appliedAmount)),
  })
