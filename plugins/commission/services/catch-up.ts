import { type Ctx, sql } from 'stoa'
import { recentLedgerOrdersSql } from 'stoa/plugins/sales'
import { hasGroups } from './posting-data.ts'
import { postOrder } from './post-order.ts'

/** Days after which an order that did not change is no longer looked at. */
const DAYS = 40

/**
 * Posts orders whose newest entries of the ledger of sales are not posted: after a lost event, after the plugin was off, and when somebody has
 * become the owner of a customer since.
 */
export async function catchUp(ctx: Ctx, days = DAYS): Promise<void> {
  if (!(await hasGroups(ctx.kernel.db))) return
  for (let after = 0; ;) {
    const rows = await ctx.kernel.db.rows<{ id: number }>(sql`
      select l.order_id as id from (${recentLedgerOrdersSql(days)}) l left join commission_order c on c.order_id = l.order_id
      where l.order_id > ${after} and (c.id is null or c.paid_through < l.last_id or (l.is_completed and c.completed_through < l.last_id))
      order by 1 limit 500`)
    for (const { id } of rows) await postOrder(ctx, (after = id))
    if (rows.length === 0) return
  }
}
