import { type Ctx, sql, type Sql, type Tx } from 'stoa'
import { sumRefundsByMethod, refundedUnderKeySql, PAYMENTS } from 'stoa/plugins/payments'
import { toDocument, type OrderHead } from 'stoa/plugins/sales'

/** The refund of a payment refund key. Keys of repeated requests have a number appended. */
export const findRefundByKey = (key: string): number | undefined => {
  const id = /^order-(\d{1,15})(?:-\d+)?$/.exec(key)?.[1]
  return id === undefined ? undefined : Number(id)
}

const refundKeySql = (refund: Sql): Sql => sql`'order-' || ${refund}`

/** SQL: the amount of a refund paid out so far; it may be divided over several payments. */
export const paidOutSql = (order: Sql, refund: Sql): Sql => refundedUnderKeySql('order', order, refundKeySql(refund))

/** The amount of a refund that is paid out or pending. */
export const readPendingAmount = async (tx: Tx, orderId: number, id: number): Promise<number> => {
  const found = await tx.one<{ amount: number }>(
    sql`select ${refundedUnderKeySql('order', sql`${orderId}::bigint`, refundKeySql(sql`${id}::bigint`), true)}::bigint as amount`,
  )
  return found?.amount ?? 0
}

/** SQL: the amount of an order's refunds that is not paid out yet. */
export const pendingAmountSql = (
  order: Sql,
): Sql => sql`(select coalesce(sum(d.amount_minor - ${paidOutSql(order, sql`d.id`)}), 0) from refund d
  where d.order_id = ${order} and d.status not in ('completed', 'rejected', 'canceled'))`

/** Amounts paid out of a refund, by payment method. */
export const listRefundMethods = (tx: Tx, orderId: number, id: number): Promise<{ method: string; amount: number }[]> =>
  sumRefundsByMethod(tx, 'order', orderId, `order-${id}`)

/** Requests a refund, or its failed parts, from payments; the outcome reaches the order as a settlement update. */
export async function payRefund(
  tx: Tx,
  ctx: Ctx,
  o: OrderHead,
  refund: { id: number; amount: number; reason: string; method: string },
  atCounter?: readonly string[],
): Promise<void> {
  await ctx.kernel.get(PAYMENTS).refundDocument(tx, ctx, toDocument(o), {
    key: `order-${refund.id}`,
    amount: refund.amount,
    reason: refund.reason,
    ...(refund.method !== 'original' ? { at_once: true } : atCounter ? { at_once: atCounter } : {}),
  })
}
