import { lockKeys, type Sql, sql, type Tx } from 'stoa'

/** SQL: ids of an order and of all orders linked to it by exchanges, since the payment of one may be refunded on another. */
export const linkedOrdersSql = (order: Sql): Sql => sql`with recursive joined as (select ${order} as id union
  select x.id from joined j cross join lateral (
    select replacement_order_id from sales_return where order_id = j.id and replacement_order_id is not null
    union all select order_id from sales_return where replacement_order_id = j.id) x(id)) select id from joined`

/** Locks the refunds of linked orders together. Each order must be locked before by the code that refunds it. */
export async function lockLinkedOrders(tx: Tx, orderId: number): Promise<void> {
  const row = await tx.one<{ first: number; orders: number }>(
    sql`select min(id) as first, count(*)::int as orders from (${linkedOrdersSql(sql`${orderId}::bigint`)}) j`,
  )
  if (row && row.orders > 1) await lockKeys(tx, [`refunds of order ${row.first}`])
}
