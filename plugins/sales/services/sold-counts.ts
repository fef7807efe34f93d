import { type Kernel, sql } from 'stoa'
import { type PurchaseHistory, saveSoldCounts } from 'stoa/plugins/catalogue'

/** Counts the units sold in the last 90 days and updates the catalogue. Canceled and refunded orders do not count. */
export async function updateSoldCounts({ kernel }: { kernel: Kernel }): Promise<void> {
  const rows = await kernel.db.rows<{ id: number; sold: number }>(sql`
    select l.product_id as id, sum(l.quantity)::int as sold from sales_order o join order_line l on l.order_id = o.id
    where o.placed_at > now() - interval '90 days' and o.status not in ('draft', 'canceled', 'refunded') and l.product_id is not null group by l.product_id`)
  await kernel.transaction((tx) => saveSoldCounts(tx, new Map(rows.map((row) => [row.id, row.sold]))))
}

/** Purchase history from paid orders. */
export const purchases = ({ db }: Kernel): PurchaseHistory => ({
  async hasBought(customerId, productId) {
    const row = await db.one(sql`select 1 from sales_order o join order_line l on l.order_id = o.id
      where o.customer_id = ${customerId} and l.product_id = ${productId} and o.status in ('paid', 'processing', 'shipped', 'completed') limit 1`)
    return row !== undefined
  },
})
