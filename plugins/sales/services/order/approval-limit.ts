import { type Ctx, formatMoney, validationError, parseMoney, sql, message, type Tx } from 'stoa'
import { refundedBySql } from 'stoa/plugins/payments'
import { orderRules } from '../../settings.ts'
import { ORDER_REFUNDS } from './order-refunds.ts'
import { baseAmount, type LockedOrder } from './head.ts'

const getLimit = (ctx: Ctx) => parseMoney(String(ctx.kernel.settings.of(orderRules).refund_limit))

/**
 * Whether the actor may refund that much more of an order without approval. Earlier refunds by the same actor without
 * approval count, on the order and on its payments, so that splitting an amount does not bypass the limit. The order
 * must be locked.
 */
export async function isApprovalNotNeeded(tx: Tx, ctx: Ctx, o: Pick<LockedOrder, 'id'>, amount: number): Promise<boolean> {
  const limit = getLimit(ctx)
  if (limit === 0) return true
  const staffId = ctx.actor.kind === 'admin' ? ctx.actor.id : 0
  const refunds = ctx.kernel.find(ORDER_REFUNDS)
  const row = await tx.one<{ amount: number; at_payments: number }>(sql`select ${baseAmount(o.id, sql`${amount}::bigint`)} as amount,
    ${refunds ? sql`0` : baseAmount(o.id, refundedBySql('order', sql`${o.id}`, staffId))} as at_payments`)
  if (!row) return false
  const before = refunds ? await refunds.getUnapprovedAmount(tx, o.id, staffId) : row.at_payments
  return before + row.amount <= limit
}

/** The highest total of the order since it was placed: a change may have lowered it after payment. */
async function largestTotal(tx: Tx, { id, total }: Pick<LockedOrder, 'id' | 'total'>): Promise<number> {
  const row = await tx.one<{ highest: number }>(
    sql`select coalesce(max(total_before_minor), 0)::bigint as highest from order_change where order_id = ${id}`,
  )
  return Math.max(total, row?.highest ?? 0)
}

/**
 * Applies the same limit to refunds on a payment, where no approval is possible. Amounts beyond the price, such as a
 * double payment, are refunded without limit.
 * @throws AppError INVALID
 */
export async function assertWithinLimit(tx: Tx, ctx: Ctx, o: LockedOrder, amount: number): Promise<void> {
  if (amount <= o.paid - o.refunded - (await largestTotal(tx, o))) return
  const refunds = ctx.kernel.find(ORDER_REFUNDS)
  if (await refunds?.requiresApproval(tx, ctx, o.id, amount)) throw validationError({ amount: message('sales:error.refund_approval') })
  if (await isApprovalNotNeeded(tx, ctx, o, amount)) return
  throw validationError({
    amount: message(refunds ? 'sales:error.refund_limit' : 'sales:error.refund_limit_alone', { limit: formatMoney(getLimit(ctx)) }),
  })
}
