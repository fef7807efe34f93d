import { toLocale, type ColumnValues, AppError, type TransitionContext, sql, message, WRONG_STATE, validationError } from 'stoa'
import { PAYMENTS } from 'stoa/plugins/payments'
import { orderRules } from '../../settings.ts'
import { recountUnits, recountUnitsSql } from './advance.ts'
import { DELIVERY } from './delivery.ts'
import { ORDER_REFUNDS, needsRefundApproval, assertNotFullyRefunded } from './order-refunds.ts'
import { toDocument, type LockedOrder, lockOrder } from './head.ts'
import { updateAdjustmentUsage } from './adjustments.ts'
import { type RequestedLine, readLines } from '../sale/lines.ts'
import { handOverRemaining, holdExpirySql, reserveStock, releaseStock } from './reserve-stock.ts'
import { recordPayment } from './manual-payment.ts'
import { storeAbnormalKind } from './set-abnormal.ts'
import { assertNoOpenWork } from './open-work.ts'
import { shipUnits, listUnshippedUnits } from './units.ts'
import { ORDER_EMAIL_JOB } from './emails.ts'

const getRules = (m: TransitionContext) => m.ctx.kernel.settings.of(orderRules)
const lockTransitionOrder = (m: TransitionContext): Promise<LockedOrder> => lockOrder(m.tx, m.row.id)
const getReason = (m: TransitionContext) => String(m.input.reason ?? '')

/** A draft can be placed when it has lines and a delivery address. */
export async function assertPlaceable({ tx, row }: TransitionContext): Promise<void> {
  const lines = await tx.one<{ n: number; physical: boolean }>(
    sql`select count(*)::int as n, coalesce(bool_or(handover = 'sent'), false) as physical from order_line where order_id = ${row.id}`,
  )
  if (!lines || lines.n === 0) throw validationError({ lines: message('core:rule.required') })
  if (lines.physical && row.shipping_title !== '' && row.shipping_address === null && Number(row.shipping) > 0)
    throw validationError({ shipping_address: message('core:rule.required') })
}

/** Reserves stock and notifies the customer. */
export async function placeOrder(m: TransitionContext): Promise<void> {
  await reserveStock(m.tx, m.ctx, m.row.id)
  // A draft may be old: the unit cost is that of the day of sale.
  await storeUnitCosts(m)
  await updateAdjustmentUsage(m.tx, m.ctx, m.row.id)
  await m.tx.run(
    sql`update sales_order set placed_at = now(), hold_expires_at = now() + make_interval(days => ${getRules(m).staff_hold_days}) where id = ${m.row.id}`,
  )
  await recountUnits(m.tx, m.ctx, m.row.id)
  await openPaymentRequest(m)
  m.tx.emit('order.placed', { orderId: m.row.id }, toDocument(m.row))
}

async function storeUnitCosts({ tx, ctx, row }: TransitionContext): Promise<void> {
  const requestedLines = await tx.rows<RequestedLine>(
    sql`select id, kind, subject_id, quantity from order_line where order_id = ${row.id} and subject_id is not null`,
  )
  const costs = (await readLines(tx, ctx, requestedLines)).map(({ id, cost }) => ({ id, cost }))
  await tx.run(sql`update order_line l set cost_minor = c.cost from jsonb_to_recordset(${JSON.stringify(costs)}::jsonb) as c(id bigint, cost bigint)
    where l.id = c.id and l.order_id = ${row.id}`)
}

/** Opens the first payment attempt, with the method staff chose or else the first one available. */
async function openPaymentRequest({ tx, ctx, row }: TransitionContext): Promise<void> {
  const payments = ctx.kernel.get(PAYMENTS)
  const o = await lockOrder(tx, row.id)
  const chosen = await tx.one<{ code: string }>(sql`select payment_method as code from sales_order where id = ${o.id}`)
  // Its name appears on documents and in e-mails, which are in the order's language.
  const language = toLocale(o.language, ctx.mainLanguage)
  const offers = await payments.listOffers({ ...ctx, language }, { currency: o.currency, total: o.total, channel: 'admin' }, tx)
  const method = offers.find((offer) => offer.code === chosen?.code) ?? offers[0]
  if (!method) return
  await payments.openAttempt(tx, ctx, { document: toDocument(o), number: o.order_number, amount: o.total, currency: o.currency, method })
  await tx.run(sql`update sales_order set payment_title = ${method.title} where id = ${o.id}`)
}

export async function markInReview(m: TransitionContext): Promise<void> {
  await m.tx.run(
    sql`update sales_order set hold_expires_at = ${holdExpirySql(sql`now() + make_interval(days => ${getRules(m).review_days})`)} where id = ${m.row.id}`,
  )
}

/** Staff mark the order as paid: the missing amount is recorded as a payment, with the same effects as a gateway payment. */
export async function payOrder(m: TransitionContext): Promise<void> {
  await recordPayment(m.tx, m.ctx, await lockTransitionOrder(m), String(m.input.reference ?? ''))
  await afterPaid(m)
}

/** Columns of a paid order: its hold no longer expires. */
export const paidColumns = (): ColumnValues => ({
  paid_at: sql`coalesce(t.paid_at, now())`,
  hold_expires_at: sql`null`,
  canceled_at: sql`null`,
  cancel_kind: sql`null`,
  cancel_reason: sql`''`,
  abnormal_kind: sql`null`,
})

/** Runs once the order is fully paid. */
export async function afterPaid(m: TransitionContext): Promise<void> {
  // A POS customer gets a printed receipt and no e-mail.
  if (m.row.source !== 'pos') m.tx.enqueue(ORDER_EMAIL_JOB, { id: m.row.id, kind: 'paid' })
  m.tx.emit('order.paid', { orderId: m.row.id }, toDocument(m.row))
}

/** Payment arrived after cancellation; the stock is reserved again. */
export async function reopenOrder(m: TransitionContext): Promise<void> {
  await updateAdjustmentUsage(m.tx, m.ctx, m.row.id)
  await afterPaid(m)
}

export async function rejectPayment(m: TransitionContext): Promise<void> {
  await m.ctx.kernel.get(PAYMENTS).rejectPaymentProof(m.tx, m.ctx, toDocument(m.row), getReason(m))
  // Each rejection sends its own e-mail.
  const rejections = await m.tx.one<{ n: number }>(
    sql`select count(*)::int as n from status_history where document_type = 'order' and document_id = ${m.row.id} and to_status = 'payment_reject'`,
  )
  m.tx.enqueue(ORDER_EMAIL_JOB, { id: m.row.id, kind: 'rejected', ref: rejections?.n ?? 0, reason: getReason(m) })
}

/** Ships all remaining units: through the delivery plugin if there is one, otherwise the order as a whole. */
async function shipRemaining({ tx, ctx, row }: TransitionContext): Promise<void> {
  const o = await lockOrder(tx, row.id)
  const delivery = ctx.kernel.find(DELIVERY)
  if (delivery) return delivery.shipRemaining(tx, ctx, o)
  const units = await listUnshippedUnits(tx, o.id)
  await shipUnits(
    tx,
    ctx,
    o,
    units.filter(({ quantity }) => quantity > 0),
  )
}

/** Columns of a shipped order. */
export const shippedColumns = (): ColumnValues => ({ shipped_at: sql`coalesce(t.shipped_at, now())` })

/** Whether all units of the order in transition were shipped. */
const isFullyShipped = ({ row }: TransitionContext): boolean =>
  Number(row.units_total) > 0 && Number(row.units_shipped) >= Number(row.units_total)

/** Marking an order as shipped ships all remaining units. */
export async function shipOrder(m: TransitionContext): Promise<void> {
  if (!isFullyShipped(m)) {
    await recountUnits(m.tx, m.ctx, m.row.id)
    await shipRemaining(m)
    await recountUnits(m.tx, m.ctx, m.row.id)
  }
  m.tx.emit('order.shipped', { orderId: m.row.id }, toDocument(m.row))
}

/** Open work, such as a return, must be finished first. */
export const assertWorkFinished = ({ tx, ctx, row }: TransitionContext): Promise<void> => assertNoOpenWork(tx, ctx, row.id)

/** Completes the order: prepared units are handed over, shipped units are delivered. */
export async function completeOrder(m: TransitionContext): Promise<void> {
  if (!isFullyShipped(m)) await shipRemaining(m)
  await m.ctx.kernel.find(DELIVERY)?.markDelivered(m.tx, m.ctx, m.row.id)
  await finishOrder(m)
}

export async function finishOrder({ tx, ctx, row }: TransitionContext): Promise<void> {
  await handOverRemaining(tx, ctx, row.id, recountUnitsSql(ctx, row.id, true))
  tx.emit('order.completed', { orderId: row.id }, toDocument(row))
}

/** @throws AppError WRONG_STATE while the order has a payment that is not refunded */
async function assertUnpaid(m: TransitionContext): Promise<void> {
  const o = await lockTransitionOrder(m)
  if (o.paid > o.refunded) throw new AppError(WRONG_STATE, { status: [message('sales:error.captured')] })
}

/** An order that was partly shipped cannot be canceled; it waits for its payment or for the return. */
export async function assertCancelable(m: TransitionContext): Promise<void> {
  await assertUnpaid(m)
  if ((await lockTransitionOrder(m)).units_shipped > 0) throw new AppError(WRONG_STATE, { status: [message('sales:error.shipped')] })
}

/** The reason shown in e-mails. Anybody can order with another person's address, so text typed by a shopper is shown to staff only. */
const getEmailReason = (m: TransitionContext): string =>
  m.ctx.actor.kind === 'customer' || m.ctx.actor.kind === 'guest'
    ? m.ctx.kernel.i18n.t(m.ctx.mainLanguage, 'sales:reason.by_customer')
    : getReason(m)

export async function cancelOrder(m: TransitionContext): Promise<void> {
  await releaseStock(m.tx, m.ctx, m.row.id)
  await m.ctx.kernel.get(PAYMENTS).cancelAttempts(m.tx, m.ctx, toDocument(m.row))
  await m.tx.run(
    sql`update sales_order set canceled_at = now(), hold_expires_at = null, cancel_reason = ${getReason(m)}, abnormal_kind = null where id = ${m.row.id}`,
  )
  if (String(m.row.status) !== 'draft') m.tx.enqueue(ORDER_EMAIL_JOB, { id: m.row.id, kind: 'canceled', reason: getEmailReason(m) })
  m.tx.emit('order.canceled', { orderId: m.row.id }, toDocument(m.row))
}

/** Shipped units only come back by a return. Without the refunds plugin, an order with captured money cannot be canceled. */
export async function assertNothingShipped(m: TransitionContext): Promise<void> {
  await recountUnits(m.tx, m.ctx, m.row.id)
  if ((await lockTransitionOrder(m)).units_shipped > 0) throw new AppError(WRONG_STATE, { status: [message('sales:error.shipped')] })
  if (!m.ctx.kernel.find(ORDER_REFUNDS)) await assertUnpaid(m)
}

/** Cancels a paid order: releases the stock and refunds the payment, at once or after approval. */
export async function cancelAndRefund(m: TransitionContext): Promise<void> {
  await m.ctx.kernel.find(DELIVERY)?.cancelUnsent(m.tx, m.ctx, m.row.id)
  await cancelOrder(m)
  await recountUnits(m.tx, m.ctx, m.row.id)
  await m.ctx.kernel.find(ORDER_REFUNDS)?.refundRemaining(m.tx, m.ctx, m.row.id, getReason(m), needsRefundApproval(m.ctx))
}

export async function flagOrder(m: TransitionContext): Promise<void> {
  await storeAbnormalKind(m.tx, m.row.id, String(m.input.kind || 'goods'))
  m.tx.emit('order.abnormal', { orderId: m.row.id, reason: getReason(m) }, toDocument(m.row))
}

/** An order that was never paid, or whose refund is open, cannot be marked as paid. */
export async function assertPaymentReceived(m: TransitionContext): Promise<void> {
  const o = await lockTransitionOrder(m)
  if (o.total > 0 && o.paid === 0) throw new AppError(WRONG_STATE, { status: [message('sales:error.not_paid')] })
  await assertNotBeingRefunded(m)
}

/** An order cannot be processed while it is being refunded. */
export const assertNotBeingRefunded = ({ tx, ctx, row }: TransitionContext): Promise<void> => assertNotFullyRefunded(tx, ctx, row.id)

/** Resumes the order and reserves the stock it lost meanwhile. @throws AppError OUT_OF_STOCK */
export async function resolveOrder(m: TransitionContext): Promise<void> {
  await reserveStock(m.tx, m.ctx, m.row.id)
  await updateAdjustmentUsage(m.tx, m.ctx, m.row.id)
  await m.tx
    .run(sql`update sales_order set abnormal_kind = null, paid_at = coalesce(paid_at, now()), hold_expires_at = null, canceled_at = null, cancel_kind = null
    where id = ${m.row.id}`)
}

export async function assertRefunded(m: TransitionContext): Promise<void> {
  const o = await lockTransitionOrder(m)
  if (o.refunded < o.paid) throw new AppError(WRONG_STATE, { status: [message('sales:error.not_refunded')] })
}

/** The order is fully refunded; units that were not shipped stay in stock. */
export async function afterRefunded(m: TransitionContext): Promise<void> {
  await releaseStock(m.tx, m.ctx, m.row.id)
  await m.tx.run(sql`update sales_order set abnormal_kind = null where id = ${m.row.id}`)
  m.tx.emit('order.refunded', { orderId: m.row.id }, toDocument(m.row))
}
