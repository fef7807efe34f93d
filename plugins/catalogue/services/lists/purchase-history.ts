import { type Ctx, extensionPoint, sql, type Tx } from 'stoa'

/** Whether somebody bought something. Offered by whoever sells; asked by what only buyers get. */
export interface PurchaseHistory {
  /** True once an order of the customer that holds the product is paid for and was not given back. */
  hasBought(customerId: number, productId: number): Promise<boolean>
}

/** Whoever sells offers it, by the kind of document it sells with. */
export const PURCHASE_HISTORY = extensionPoint<PurchaseHistory>('catalogue/purchases', {
  description: 'who knows what was bought, by kind of document',
})

/** Whether somebody bought something from any of those who sell; without a seller nobody bought anything. */
export async function hasBought({ kernel }: Ctx, customerId: number, productId: number): Promise<boolean> {
  for (const { hasBought: bought } of kernel.contributions(PURCHASE_HISTORY).values()) if (await bought(customerId, productId)) return true
  return false
}

/** Says how many units of each product were sold lately; lists that start with what sells best go by it. All others: none. */
export async function saveSoldCounts(tx: Tx, sold: ReadonlyMap<number, number>): Promise<void> {
  await tx.run(sql`update product_shelf x set sold = coalesce(s.sold, 0)
    from product_shelf o left join unnest(${[...sold.keys()]}::bigint[], ${[...sold.values()]}::int[]) as s(id, sold) on s.id = o.product_id
    where x.product_id = o.product_id and o.sold <> coalesce(s.sold, 0)`)
  tx.invalidate('product')
}
