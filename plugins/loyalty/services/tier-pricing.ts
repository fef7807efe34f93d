import { pickTranslation } from 'stoa'
import type { PriceGroup } from 'stoa/plugins/catalogue'
import { memberTier } from './member-tier.ts'

/** Members pay the prices of their tier, less what it takes off everything. */
export const tierPricing: PriceGroup = {
  of: async (_ctx, customer, db) => (await memberTier(db, customer))?.id ?? null,
  discount: async (ctx, customer, db) => {
    const tier = await memberTier(db, customer)
    if (!tier || Number(tier.percent) === 0) return null
    return { title: pickTranslation(tier.title, ctx.language, ctx.mainLanguage), percent: String(Number(tier.percent)) }
  },
}
