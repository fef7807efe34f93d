import { type Ctx, type Db, extensionPoint } from 'stoa'

/** The columns of `stock_price` that say whom a price is for. */
export type PriceAudience = 'customer_group_id' | 'membership_id'

/** Says what a customer is, as far as prices hang on it. */
export interface PriceGroup {
  /** The row such prices name of this customer; null when they are in none. */
  of(ctx: Ctx, customer: number, db: Db): Promise<number | null>
  /** What it takes off everything such a customer buys; null where it takes nothing off. */
  discount?(ctx: Ctx, customer: number, db: Db): Promise<CustomerDiscount | null>
}

/** A percentage off all prices of a customer, with its name in their language. */
export interface CustomerDiscount {
  title: string
  percent: string
}

/** What customers are that prices may be for, by the field that names it. */
export const PRICE_GROUPS = extensionPoint<PriceGroup>('catalogue/buys-as', {
  description: 'what customers are that prices may be for, by the field of the price',
})

/** What a customer is to prices. Nobody known is in no group and no tier. */
export async function findPriceGroups(ctx: Ctx, customer: number | null, db: Db): Promise<Record<PriceAudience, number | null>> {
  const found: Record<PriceAudience, number | null> = { customer_group_id: null, membership_id: null }
  if (customer === null) return found
  await Promise.all(
    [...ctx.kernel.contributions(PRICE_GROUPS)].map(async ([field, offered]) => {
      if (field in found) found[field as PriceAudience] = await offered.of(ctx, customer, db)
    }),
  )
  return found
}

/** What is taken off everything this customer buys; null for somebody unknown and where nothing is. */
export async function findCustomerDiscount(ctx: Ctx, customer: number | null): Promise<CustomerDiscount | null> {
  if (customer === null) return null
  const found = await Promise.all(
    [...ctx.kernel.contributions(PRICE_GROUPS)].map(([, offered]) => offered.discount?.(ctx, customer, ctx.kernel.db)),
  )
  return found.find((discount) => discount) ?? null
}
