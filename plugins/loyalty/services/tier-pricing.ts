import { pickTranslation } from 'stoa'
import type { PriceGroup } from 'stoa/plugins/catalogue'
import { memberTier } from './member-tier.ts'

/** Price group of a member: the prices of the tier, less its general discount. */
export const tierPricing: PriceGroup = {
  findGroupId: async (_ctx, customer, db) => (await memberTier(db, customer))?.id ?? null,
  discount: async (ctx, customer, db) => {
    const tier = await memberTier(db, customer)
    if (!tier || Number(tier.percent) === 0) return null
    return { title: pickTranslation(tier.title, ctx.language, ctx.mainLanguage), percent: String(Number(tier.percent)) }
  },
}
