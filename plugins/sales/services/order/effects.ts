import { toLocale, type ColumnValues, AppError, type TransitionContext, sql, message, WRONG_STATE, validationError } from 'stoa'
import { PAYMENTS } from 'stoa/plugins/payments'
import { orderRules } from '../../settings.ts'
import { recount, recountSql } from './advance.ts'
import { DELIVERY } from './delivery.ts'
import { ORDER_REFUNDS, hasPendingRefund, assertNothingGoesBack } from './order-refunds.ts'
import { toDocument, type Head, lockOrder } from './head.ts'
import { settleAdjustments } from './adjustments.ts'
import { type RequestedLine, readLines } from '../sale/lines.ts'
import { handOverRemaining, heldUntil, reserveStock, releaseStock } from './reserve-stock.ts'
import { recordPayment } from './manual-payment.ts'
import { keepKind } from './set-abnormal.ts'
import { assertFinished } from './open-work.ts'
import { sendUnits, unsentUnits } from './units.ts'
import { ORDER_EMAIL_JOB } from './emails.ts'

const rules = (m: TransitionContext) => m.ctx.kernel.settings.of(orderRules)
const findHead = (m: TransitionContext): Promise<Head> => lockOrder(m.tx, m.row.id)
const getReason = (m: TransitionContext) => String(m.input.reason ?? '')

/** A draft can be placed when something is on it and it says where it goes. */
export async function assertPlaceable({ tx, row }: TransitionContext): Promise<void> {
  const lines = await tx.one<{ n: number; physical: boolean }>(
    sql`select count(*)::int as n, coalesce(bool_or(handover = 'sent'), false) as physical from order_line where order_id = ${row.id}`,
  )
  if (!lines || lines.n === 0) throw validationError({ lines: message('core:rule.required') })
  if (lines.physical && row.shipping_title !== '' && row.shipping_address === null && Number(row.shipping) > 0)
    throw validationError({ shipping_address: message('core:rule.required') })
}

/** Goods are held from now on; the customer is told. */
export async function placeOrder(m: TransitionContext): Promise<void> {
  await reserveStock(m.tx, m.ctx, m.row.id)
  // A draft may have lain for a while: what counts is the cost of the day it is sold.
  await keepCosts(m)
  await settleAdjustments(m.tx, m.ctx, m.row.id)
  await m.tx.run(
    sql`update sales_order set placed_at = now(), hold_expires_at = now() + make_interval(days => ${rules(m).staff_hold_days}) where id = ${m.row.id}`,
  )
  await recount(m.tx, m.ctx, m.row.id)
  await openBill(m)
  m.tx.emit('order.placed', { orderId: m.row.id }, toDocument(m.row))
}

async function keepCosts({ tx, ctx, row }: TransitionContext): Promise<void> {
  const asked = await tx.rows<RequestedLine>(
    sql`select id, kind, subject_id, quantity from order_line where order_id = ${row.id} and subject_id is not null`,
  )
  const costs = (await readLines(tx, ctx, asked)).map(({ id, cost }) => ({ id, cost }))
  await tx.run(sql`update order_line l set cost_minor = c.cost from jsonb_to_recordset(${JSON.stringify(costs)}::jsonb) as c(id bigint, cost bigint)
    where l.id = c.id and l.order_id = ${row.id}`)
}

/** The first attempt to pay for it, by the method staff chose, or else the first that is offered. */
async function openBill({ tx, ctx, row }: TransitionContext): Promise<void> {
  const payments = ctx.kernel.get(PAYMENTS)
  const o = await lockOrder(tx, row.id)
  const chosen = await tx.one<{ code: string }>(sql`select payment_method as code from sales_order where id = ${o.id}`)
  // Its name stands on papers and in mails, which are in the language of the order.
  const language = toLocale(o.language, ctx.mainLanguage)
  const offers = await payments.offers({ ...ctx, language }, { currency: o.currency, total: o.total, at: 'admin' }, tx)
  const method = offers.find((offer) => offer.code === chosen?.code) ?? offers[0]
  if (!method) return
  await payments.open(tx, ctx, { document: toDocument(o), number: o.order_number, amount: o.total, currency: o.currency, method })
  await tx.run(sql`update sales_order set payment_title = ${method.title} where id = ${o.id}`)
}

export async function markInReview(m: TransitionContext): Promise<void> {
  await m.tx.run(
    sql`update sales_order set hold_expires_at = ${heldUntil(sql`now() + make_interval(days => ${rules(m).review_days})`)} where id = ${m.row.id}`,
  )
}

/** Staff say that the money is there: what is missing is booked, then it is as if a gateway had said so. */
export async function payOrder(m: TransitionContext): Promise<void> {
  await recordPayment(m.tx, m.ctx, await findHead(m), String(m.input.reference ?? ''))
  await afterPaid(m)
}

/** Columns of an order whose money is there: nothing runs out any more. */
export const paidColumns = (): ColumnValues => ({
  paid_at: sql`coalesce(t.paid_at, now())`,
  hold_expires_at: sql`null`,
  canceled_at: sql`null`,
  cancel_kind: sql`null`,
  cancel_reason: sql`''`,
  abnormal_kind: sql`null`,
})

/** All the money of an order is there. */
export async function afterPaid(m: TransitionContext): Promise<void> {
  // Whoever pays at the counter has the receipt in hand.
  if (m.row.source !== 'pos') m.tx.enqueue(ORDER_EMAIL_JOB, { id: m.row.id, kind: 'paid' })
  m.tx.emit('order.paid', { orderId: m.row.id }, toDocument(m.row))
}

/** Money came after the order was given up, and its goods are held again. */
export async function reopenOrder(m: TransitionContext): Promise<void> {
  await settleAdjustments(m.tx, m.ctx, m.row.id)
  await afterPaid(m)
}

export async function rejectPayment(m: TransitionContext): Promise<void> {
  await m.ctx.kernel.get(PAYMENTS).turnDown(m.tx, m.ctx, toDocument(m.row), getReason(m))
  // Each rejection is a letter of its own.
  const turn = await m.tx.one<{ n: number }>(
    sql`select count(*)::int as n from status_history where document_type = 'order' and document_id = ${m.row.id} and to_status = 'payment_reject'`,
  )
  m.tx.enqueue(ORDER_EMAIL_JOB, { id: m.row.id, kind: 'rejected', ref: turn?.n ?? 0, reason: getReason(m) })
}

/** Lets all leave that was not sent yet: in parcels where somebody keeps some, else as one. */
async function sendRest({ tx, ctx, row }: TransitionContext): Promise<void> {
  const o = await lockOrder(tx, row.id)
  const delivery = ctx.kernel.find(DELIVERY)
  if (delivery) return delivery.sendRest(tx, ctx, o)
  const units = await unsentUnits(tx, o.id)
  await sendUnits(
    tx,
    ctx,
    o,
    units.filter(({ quantity }) => quantity > 0),
  )
}

/** Columns of an order that is on its way. */
export const shippedColumns = (): ColumnValues => ({ shipped_at: sql`coalesce(t.shipped_at, now())` })

/** Whether the row that is moved says that all of its units left. */
const isSent = ({ row }: TransitionContext): boolean => Number(row.units_total) > 0 && Number(row.units_shipped) >= Number(row.units_total)

/** Marking an order as shipped sends all that was not sent yet. */
export async function shipOrder(m: TransitionContext): Promise<void> {
  if (!isSent(m)) {
    await recount(m.tx, m.ctx, m.row.id)
    await sendRest(m)
    await recount(m.tx, m.ctx, m.row.id)
  }
  m.tx.emit('order.shipped', { orderId: m.row.id }, toDocument(m.row))
}

/** What goes on, such as a return, is ended first. */
export const assertEnded = ({ tx, ctx, row }: TransitionContext): Promise<void> => assertFinished(tx, ctx, row.id)

/** Everything is where it belongs: what lies ready is handed over, what was sent has arrived. */
export async function completeOrder(m: TransitionContext): Promise<void> {
  if (!isSent(m)) await sendRest(m)
  await m.ctx.kernel.find(DELIVERY)?.arrive(m.tx, m.ctx, m.row.id)
  await finishOrder(m)
}

export async function finishOrder({ tx, ctx, row }: TransitionContext): Promise<void> {
  await handOverRemaining(tx, ctx, row.id, recountSql(ctx, row.id, true))
  tx.emit('order.completed', { orderId: row.id }, toDocument(row))
}

/** Nothing was captured, or it could not be given up like this. */
async function assertUnpaid(m: TransitionContext): Promise<void> {
  const o = await findHead(m)
  if (o.paid > o.refunded) throw new AppError(WRONG_STATE, { status: [message('sales:error.captured')] })
}

/** What left is not given up: an order some of which was sent waits for its money until it comes back. */
export async function assertAbandoned(m: TransitionContext): Promise<void> {
  await assertUnpaid(m)
  if ((await findHead(m)).units_shipped > 0) throw new AppError(WRONG_STATE, { status: [message('sales:error.shipped')] })
}

/** Why, as letters tell it. Anybody may order for anybody's address: what a shopper typed is read by staff alone. */
const toldReason = (m: TransitionContext): string =>
  m.ctx.actor.kind === 'customer' || m.ctx.actor.kind === 'guest'
    ? m.ctx.kernel.i18n.t(m.ctx.mainLanguage, 'sales:reason.by_customer')
    : getReason(m)

export async function cancelOrder(m: TransitionContext): Promise<void> {
  await releaseStock(m.tx, m.ctx, m.row.id)
  await m.ctx.kernel.get(PAYMENTS).cancelAttempts(m.tx, m.ctx, toDocument(m.row))
  await m.tx.run(
    sql`update sales_order set canceled_at = now(), hold_expires_at = null, cancel_reason = ${getReason(m)}, abnormal_kind = null where id = ${m.row.id}`,
  )
  if (String(m.row.status) !== 'draft') m.tx.enqueue(ORDER_EMAIL_JOB, { id: m.row.id, kind: 'canceled', reason: toldReason(m) })
  m.tx.emit('order.canceled', { orderId: m.row.id }, toDocument(m.row))
}

/** Once something is on its way, only a return brings it back. And where nobody gives money back with the order, none may be kept. */
export async function assertUnsent(m: TransitionContext): Promise<void> {
  await recount(m.tx, m.ctx, m.row.id)
  if ((await findHead(m)).units_shipped > 0) throw new AppError(WRONG_STATE, { status: [message('sales:error.shipped')] })
  if (!m.ctx.kernel.find(ORDER_REFUNDS)) await assertUnpaid(m)
}

/** A paid order is given up: the goods go back, and so does all the money, at once or when somebody else approved it. */
export async function cancelUnpaid(m: TransitionContext): Promise<void> {
  await m.ctx.kernel.find(DELIVERY)?.cancel(m.tx, m.ctx, m.row.id)
  await cancelOrder(m)
  await recount(m.tx, m.ctx, m.row.id)
  await m.ctx.kernel.find(ORDER_REFUNDS)?.giveRest(m.tx, m.ctx, m.row.id, getReason(m), hasPendingRefund(m.ctx))
}

export async function flagOrder(m: TransitionContext): Promise<void> {
  await keepKind(m.tx, m.row.id, String(m.input.kind || 'goods'))
  m.tx.emit('order.abnormal', { orderId: m.row.id, reason: getReason(m) }, toDocument(m.row))
}

/** What was never paid for does not become paid by a word, nor what is on its way back. */
export async function assertHasMoney(m: TransitionContext): Promise<void> {
  const o = await findHead(m)
  if (o.total > 0 && o.paid === 0) throw new AppError(WRONG_STATE, { status: [message('sales:error.not_paid')] })
  await assertNoReturnOpen(m)
}

/** Nobody works on an order whose money goes back. */
export const assertNoReturnOpen = ({ tx, ctx, row }: TransitionContext): Promise<void> => assertNothingGoesBack(tx, ctx, row.id)

/** Back on its way: goods it lost in between are held again. @throws Failed OUT_OF_STOCK */
export async function resolveOrder(m: TransitionContext): Promise<void> {
  await reserveStock(m.tx, m.ctx, m.row.id)
  await settleAdjustments(m.tx, m.ctx, m.row.id)
  await m.tx
    .run(sql`update sales_order set abnormal_kind = null, paid_at = coalesce(paid_at, now()), hold_expires_at = null, canceled_at = null, cancel_kind = null
    where id = ${m.row.id}`)
}

export async function assertRefunded(m: TransitionContext): Promise<void> {
  const o = await findHead(m)
  if (o.refunded < o.paid) throw new AppError(WRONG_STATE, { status: [message('sales:error.not_refunded')] })
}

/** All the money is back with the customer; what was not sent stays here. */
export async function afterRefunded(m: TransitionContext): Promise<void> {
  await releaseStock(m.tx, m.ctx, m.row.id)
  await m.tx.run(sql`update sales_order set abnormal_kind = null where id = ${m.row.id}`)
  m.tx.emit('order.refunded', { orderId: m.row.id }, toDocument(m.row))
}
