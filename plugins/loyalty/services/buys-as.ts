import { textIn } from 'stoa'
import type { BuysAs } from 'stoa/plugins/catalogue'
import { memberTier } from './member-tier.ts'

/** Members pay the prices of their tier, less what it takes off everything. */
export const buysInTier: BuysAs = {
  of: async (_ctx, customer, db) => (await memberTier(db, customer))?.id ?? null,
  discount: async (ctx, customer, db) => {
    const tier = await memberTier(db, customer)
    if (!tier || Number(tier.percent) === 0) return null
    return { title: textIn(tier.title, ctx.language, ctx.main), percent: String(Number(tier.percent)) }
  },
}
