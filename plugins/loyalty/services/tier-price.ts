import { calculatePercentage, pickTranslation } from 'stoa'
import type { AdjustmentProvider } from 'stoa/plugins/sales'
import { memberTier } from './member-tier.ts'

/** Adjustment provider for tier benefits: a percentage off each line, and free shipping from an amount on. */
export const tierPrice: AdjustmentProvider = {
  async prepare(ctx, { customer, currency }, _choice, db) {
    if (customer === null) return () => []
    const tier = await memberTier(db, customer)
    if (!tier || (Number(tier.percent) === 0 && tier.free_from === null)) return () => []
    const freeFrom = tier.free_from === null ? null : Math.round(tier.free_from * Number(currency.rate))
    return ({ lines, shipping }) => {
      const shares = lines.map((amount) => calculatePercentage(amount, tier.percent))
      const left = lines.reduce((sum, amount, i) => sum + amount - (shares[i] ?? 0), 0)
      return [
        {
          label: pickTranslation(tier.title, ctx.language, ctx.mainLanguage),
          source_id: tier.id,
          shares,
          shipping: freeFrom !== null && left >= freeFrom ? shipping : 0,
        },
      ]
    }
  },
}
