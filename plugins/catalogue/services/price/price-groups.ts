import { type Ctx, type Db, extensionPoint } from 'stoa'

/** Columns of `stock_price` that limit a price to a group of buyers. */
export type PriceAudience = 'customer_group_id' | 'membership_id'

/** Classifies a customer for prices. */
export interface PriceGroup {
  /** The row that prices reference for this customer; null if there is none. */
  findGroupId(ctx: Ctx, customer: number, db: Db): Promise<number | null>
  /** Discount on everything such a customer buys; null if there is none. */
  discount?(ctx: Ctx, customer: number, db: Db): Promise<CustomerDiscount | null>
}

/** A percentage discount of a customer, with its label in the customer's language. */
export interface CustomerDiscount {
  title: string
  percent: string
}

/** Groups of buyers that prices may be limited to, by column. */
export const PRICE_GROUPS = extensionPoint<PriceGroup>('catalogue/price-groups', {
  description: 'customer attributes that special prices can depend on, by price field',
})

/** The price groups of a customer; a guest has none. */
export async function findPriceGroups(ctx: Ctx, customer: number | null, db: Db): Promise<Record<PriceAudience, number | null>> {
  const found: Record<PriceAudience, number | null> = { customer_group_id: null, membership_id: null }
  if (customer === null) return found
  await Promise.all(
    [...ctx.kernel.contributions(PRICE_GROUPS)].map(async ([field, offered]) => {
      if (field in found) found[field as PriceAudience] = await offered.findGroupId(ctx, customer, db)
    }),
  )
  return found
}

/** The discount on everything this customer buys; null for guests and without a discount. */
export async function findCustomerDiscount(ctx: Ctx, customer: number | null): Promise<CustomerDiscount | null> {
  if (customer === null) return null
  const found = await Promise.all(
    [...ctx.kernel.contributions(PRICE_GROUPS)].map(([, offered]) => offered.discount?.(ctx, customer, ctx.kernel.db)),
  )
  return found.find((discount) => discount) ?? null
}
