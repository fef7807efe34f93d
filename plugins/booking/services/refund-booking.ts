import { type Ctx, type Db, AppError, formatMoney, roundAmount, sql, message, type Tx, WRONG_STATE } from 'stoa'
import {
  cancelUnits,
  countedLines,
  ORDER_REFUNDS,
  needsRefundApproval,
  lockOrder,
  ORDERS,
  getRefundAmount,
  setAbnormal,
} from 'stoa/plugins/sales'
import { getShare } from '../domain/refund.ts'

interface Ended {
  order_id: number | null
  order_line_id: number | null
  quantity: number
}

/** Whether the line is the only remaining one of its order. */
const isAlone = (lines: readonly { id: number; quantity: number; canceled: number }[], line: number): boolean =>
  lines.every((l) => l.id === line || l.canceled >= l.quantity)

/**
 * Handles the order of a booking that ended: an unpaid order is canceled with it, of a paid one a percentage of the
 * line is refunded. Other lines of the order stay. Does nothing without an order, or if the order released the line.
 */
export async function refundBooking(
  tx: Tx,
  ctx: Ctx,
  { order_id, order_line_id, quantity }: Ended,
  percent: number,
  requestedReason: string,
): Promise<void> {
  if (order_id === null || order_line_id === null) return
  const reason = requestedReason || ctx.kernel.i18n.t(ctx.mainLanguage, 'booking:line.called_off')
  const o = await lockOrder(tx, order_id)
  const lines = await countedLines(tx, order_id)
  const line = lines.find(({ id }) => id === order_line_id)
  const open = line ? Math.min(quantity, line.quantity - line.canceled) : 0
  if (!line || open <= 0 || o.status === 'canceled' || o.status === 'refunded') return
  if (o.paid <= o.refunded) {
    if (o.total > 0 && isAlone(lines, line.id)) return ctx.kernel.get(ORDERS).cancel(tx, ctx, order_id, reason)
    return cancelUnits(tx, ctx, order_id, [{ line_id: line.id, quantity: open }])
  }
  const amount = roundAmount(getShare(getRefundAmount(line, Math.min(open, line.quantity - line.refunded_quantity)), percent), o.currency)
  if (amount <= 0) return cancelUnits(tx, ctx, order_id, [{ line_id: line.id, quantity: open }])
  const giving = ctx.kernel.find(ORDER_REFUNDS)
  // Without the refunds plugin, staff have to refund.
  if (!giving) return setAbnormal(tx, ctx, o, 'goods', reason)
  await giving.refundLines(tx, ctx, order_id, [{ order_line_id: line.id, quantity: open, amount }], reason, needsRefundApproval(ctx))
}

/** Whether a booking has an unpaid order. */
export const isAwaitingPayment = async ({ kernel }: Ctx, db: Db, orderId: number | null): Promise<boolean> =>
  orderId !== null && !(await kernel.get(ORDERS).findPaidOrder(db, orderId))

/** The amount of a booking whose refund waits for approval. */
export async function isRefundPending({ kernel }: Ctx, id: number): Promise<string> {
  const giving = kernel.find(ORDER_REFUNDS)
  const found =
    giving &&
    (await kernel.db.one<{ amount: number }>(
      sql`select ${giving.lineAwaitingApprovalSql(sql`order_line_id`)} as amount from booking where id = ${id}`,
    ))
  return formatMoney(found?.amount ?? 0)
}

/** A customer cannot cancel a line of an unpaid order with other lines, since its total would not change. @throws AppError WRONG_STATE */
export async function assertOnlyLine(tx: Tx, { order_id, order_line_id }: Omit<Ended, 'quantity'>): Promise<void> {
  if (order_id === null || order_line_id === null) return
  const o = await lockOrder(tx, order_id)
  if (o.paid <= o.refunded && o.total > 0 && !isAlone(await countedLines(tx, order_id), order_line_id))
    throw new AppError(WRONG_STATE, { status: [message('booking:error.unpaid_order')] })
}
