import { type Ctx, sql, type Sql, type Tx } from 'stoa'
import { sumRefundsByMethod, refundedUnderKeySql, PAYMENTS } from 'stoa/plugins/payments'
import { toDocument, type OrderHead } from 'stoa/plugins/sales'

/** What payments know a refund of an order by. Refunds that were once asked for anew carry a number more. */
export const findRefundByKey = (key: string): number | undefined => {
  const id = /^order-(\d{1,15})(?:-\d+)?$/.exec(key)?.[1]
  return id === undefined ? undefined : Number(id)
}

const getKey = (refund: Sql): Sql => sql`'order-' || ${refund}`

/** What of a refund is given back by now: it may go to several payments, one after the other. Part of a statement. */
export const sumRefunded = (order: Sql, refund: Sql): Sql => refundedUnderKeySql('order', order, getKey(refund))

/** What of a refund is given back or on its way. */
export const findPending = async (tx: Tx, orderId: number, id: number): Promise<number> => {
  const found = await tx.one<{ amount: number }>(
    sql`select ${refundedUnderKeySql('order', sql`${orderId}::bigint`, getKey(sql`${id}::bigint`), true)}::bigint as amount`,
  )
  return found?.amount ?? 0
}

/** What refunds of an order promise and is not given back yet, as part of a statement. */
export const outstanding = (
  order: Sql,
): Sql => sql`(select coalesce(sum(d.amount_minor - ${sumRefunded(order, sql`d.id`)}), 0) from refund d
  where d.order_id = ${order} and d.status not in ('completed', 'rejected', 'canceled'))`

/** What of a refund was given back, by payment method. */
export const listRefundWays = (tx: Tx, orderId: number, id: number): Promise<{ method: string; amount: number }[]> =>
  sumRefundsByMethod(tx, 'order', orderId, `order-${id}`)

/** Asks payments to give money back, or what failed of it; what becomes of it reaches the order like any other news of money. */
export async function payRefund(
  tx: Tx,
  ctx: Ctx,
  o: OrderHead,
  refund: { id: number; amount: number; reason: string; method: string },
  atCounter?: readonly string[],
): Promise<void> {
  await ctx.kernel.get(PAYMENTS).giveBack(tx, ctx, toDocument(o), {
    key: `order-${refund.id}`,
    amount: refund.amount,
    reason: refund.reason,
    ...(refund.method !== 'original' ? { at_once: true } : atCounter ? { at_once: atCounter } : {}),
  })
}
