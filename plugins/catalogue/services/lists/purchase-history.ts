import { type Ctx, extensionPoint, sql, type Tx } from 'stoa'

/** Tells whether a customer bought a product. Contributed by sales plugins, for features limited to buyers. */
export interface PurchaseHistory {
  /** True once an order of the customer with the product is paid and not refunded. */
  hasBought(customerId: number, productId: number): Promise<boolean>
}

/** Purchase histories, by the document type of the sales plugin. */
export const PURCHASE_HISTORY = extensionPoint<PurchaseHistory>('catalogue/purchases', {
  description: 'purchase history, by type of document',
})

/** Whether any purchase history contains the product; false without a sales plugin. */
export async function hasBought({ kernel }: Ctx, customerId: number, productId: number): Promise<boolean> {
  for (const { hasBought: hasPurchase } of kernel.contributions(PURCHASE_HISTORY).values())
    if (await hasPurchase(customerId, productId)) return true
  return false
}

/** Stores the number of units sold recently by product, for sorting by sales. All other products get zero. */
export async function saveSoldCounts(tx: Tx, sold: ReadonlyMap<number, number>): Promise<void> {
  await tx.run(sql`update product_shelf x set sold = coalesce(s.sold, 0)
    from product_shelf o left join unnest(${[...sold.keys()]}::bigint[], ${[...sold.values()]}::int[]) as s(id, sold) on s.id = o.product_id
    where x.product_id = o.product_id and o.sold <> coalesce(s.sold, 0)`)
  tx.invalidate('product')
}
