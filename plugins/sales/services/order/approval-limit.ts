import { type Ctx, formatMoney, validationError, parseMoney, sql, message, type Tx } from 'stoa'
import { refundedBySql } from 'stoa/plugins/payments'
import { orderRules } from '../../settings.ts'
import { ORDER_REFUNDS } from './order-refunds.ts'
import { baseAmount, type Head } from './head.ts'

const getLimit = (ctx: Ctx) => parseMoney(String(ctx.kernel.settings.of(orderRules).refund_limit))

/**
 * Whether who acts may give so much more of an order back without somebody else. What they have given back of it alone before
 * counts, at the order and at its payments; parts would be a way around otherwise. The order is locked.
 */
export async function isApprovalNotNeeded(tx: Tx, ctx: Ctx, o: Pick<Head, 'id'>, amount: number): Promise<boolean> {
  const limit = getLimit(ctx)
  if (limit === 0) return true
  const me = ctx.actor.kind === 'admin' ? ctx.actor.id : 0
  const giving = ctx.kernel.find(ORDER_REFUNDS)
  const row = await tx.one<{ amount: number; at_payments: number }>(sql`select ${baseAmount(o.id, sql`${amount}::bigint`)} as amount,
    ${giving ? sql`0` : baseAmount(o.id, refundedBySql('order', sql`${o.id}`, me))} as at_payments`)
  if (!row) return false
  const before = giving ? await giving.givenAlone(tx, o.id, me) : row.at_payments
  return before + row.amount <= limit
}

/** The most an order came to since it was placed: what a change took off it was paid as its price. */
async function largestTotal(tx: Tx, { id, total }: Pick<Head, 'id' | 'total'>): Promise<number> {
  const row = await tx.one<{ most: number }>(
    sql`select coalesce(max(total_before_minor), 0)::bigint as most from order_change where order_id = ${id}`,
  )
  return Math.max(total, row?.most ?? 0)
}

/**
 * Holds the same for money given back at a payment, where nobody else can be waited for. What came beside the price, as when it was
 * paid twice, is nobody's to keep and is given back freely.
 * @throws Failed INVALID
 */
export async function assertWithinLimit(tx: Tx, ctx: Ctx, o: Head, amount: number): Promise<void> {
  if (amount <= o.paid - o.refunded - (await largestTotal(tx, o))) return
  const giving = ctx.kernel.find(ORDER_REFUNDS)
  if (await giving?.wantsApproval(tx, ctx, o.id, amount)) throw validationError({ amount: message('sales:error.refund_approval') })
  if (await isApprovalNotNeeded(tx, ctx, o, amount)) return
  throw validationError({
    amount: message(giving ? 'sales:error.refund_limit' : 'sales:error.refund_limit_alone', { limit: formatMoney(getLimit(ctx)) }),
  })
}
