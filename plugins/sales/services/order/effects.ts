import { asLocale, type ColumnValues, Failed, type Moving, sql, text, WRONG_STATE, invalid } from 'stoa'
import { PAYMENTS } from 'stoa/plugins/payments'
import { orderRules } from '../../settings.ts'
import { recount, recountSql } from './advance.ts'
import { DELIVERY } from './delivery.ts'
import { GIVING_BACK, givingWaits, mustBeKept } from './giving-back.ts'
import { documentOf, type Head, lockOrder } from './head.ts'
import { settleAll } from './taken-off.ts'
import { type Asked, linesOf } from '../sale/lines.ts'
import { handOverRest, heldUntil, holdGoods, letGo } from './hold.ts'
import { recordPayment } from './manual-payment.ts'
import { keepKind } from './trouble.ts'
import { mustBeFinished } from './unfinished.ts'
import { sendUnits, unsentUnits } from './units.ts'
import { LETTER } from './letters.ts'

const rules = (m: Moving) => m.ctx.kernel.settings.of(orderRules)
const headOf = (m: Moving): Promise<Head> => lockOrder(m.tx, m.row.id)
const reasonOf = (m: Moving) => String(m.input.reason ?? '')

/** A draft can be placed when something is on it and it says where it goes. */
export async function mustBePlaceable({ tx, row }: Moving): Promise<void> {
  const lines = await tx.one<{ n: number; physical: boolean }>(
    sql`select count(*)::int as n, coalesce(bool_or(handover = 'sent'), false) as physical from order_line where order_id = ${row.id}`,
  )
  if (!lines || lines.n === 0) throw invalid({ lines: text('core:rule.required') })
  if (lines.physical && row.shipping_title !== '' && row.shipping_address === null && Number(row.shipping) > 0)
    throw invalid({ shipping_address: text('core:rule.required') })
}

/** Goods are held from now on; the customer is told. */
export async function place(m: Moving): Promise<void> {
  await holdGoods(m.tx, m.ctx, m.row.id)
  // A draft may have lain for a while: what counts is the cost of the day it is sold.
  await keepCosts(m)
  await settleAll(m.tx, m.ctx, m.row.id)
  await m.tx.run(
    sql`update sales_order set placed_at = now(), hold_expires_at = now() + make_interval(days => ${rules(m).staff_hold_days}) where id = ${m.row.id}`,
  )
  await recount(m.tx, m.ctx, m.row.id)
  await openBill(m)
  m.tx.emit('order.placed', { orderId: m.row.id }, documentOf(m.row))
}

async function keepCosts({ tx, ctx, row }: Moving): Promise<void> {
  const asked = await tx.rows<Asked>(
    sql`select id, kind, subject_id, quantity from order_line where order_id = ${row.id} and subject_id is not null`,
  )
  const costs = (await linesOf(tx, ctx, asked)).map(({ id, cost }) => ({ id, cost }))
  await tx.run(sql`update order_line l set cost_minor = c.cost from jsonb_to_recordset(${JSON.stringify(costs)}::jsonb) as c(id bigint, cost bigint)
    where l.id = c.id and l.order_id = ${row.id}`)
}

/** The first attempt to pay for it, by the method staff chose, or else the first that is offered. */
async function openBill({ tx, ctx, row }: Moving): Promise<void> {
  const payments = ctx.kernel.get(PAYMENTS)
  const o = await lockOrder(tx, row.id)
  const chosen = await tx.one<{ code: string }>(sql`select payment_method as code from sales_order where id = ${o.id}`)
  // Its name stands on papers and in mails, which are in the language of the order.
  const language = asLocale(o.language, ctx.main)
  const offers = await payments.offers({ ...ctx, language }, { currency: o.currency, total: o.total, at: 'admin' }, tx)
  const method = offers.find((offer) => offer.code === chosen?.code) ?? offers[0]
  if (!method) return
  await payments.open(tx, ctx, { document: documentOf(o), number: o.order_number, amount: o.total, currency: o.currency, method })
  await tx.run(sql`update sales_order set payment_title = ${method.title} where id = ${o.id}`)
}

export async function review(m: Moving): Promise<void> {
  await m.tx.run(
    sql`update sales_order set hold_expires_at = ${heldUntil(sql`now() + make_interval(days => ${rules(m).review_days})`)} where id = ${m.row.id}`,
  )
}

/** Staff say that the money is there: what is missing is booked, then it is as if a gateway had said so. */
export async function pay(m: Moving): Promise<void> {
  await recordPayment(m.tx, m.ctx, await headOf(m), String(m.input.reference ?? ''))
  await paid(m)
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
export async function paid(m: Moving): Promise<void> {
  // Whoever pays at the counter has the receipt in hand.
  if (m.row.source !== 'pos') m.tx.enqueue(LETTER, { id: m.row.id, kind: 'paid' })
  m.tx.emit('order.paid', { orderId: m.row.id }, documentOf(m.row))
}

/** Money came after the order was given up, and its goods are held again. */
export async function reopen(m: Moving): Promise<void> {
  await settleAll(m.tx, m.ctx, m.row.id)
  await paid(m)
}

export async function reject(m: Moving): Promise<void> {
  await m.ctx.kernel.get(PAYMENTS).turnDown(m.tx, m.ctx, documentOf(m.row), reasonOf(m))
  // Each rejection is a letter of its own.
  const turn = await m.tx.one<{ n: number }>(
    sql`select count(*)::int as n from status_history where document_type = 'order' and document_id = ${m.row.id} and to_status = 'payment_reject'`,
  )
  m.tx.enqueue(LETTER, { id: m.row.id, kind: 'rejected', ref: turn?.n ?? 0, reason: reasonOf(m) })
}

/** Lets all leave that was not sent yet: in parcels where somebody keeps some, else as one. */
async function sendRest({ tx, ctx, row }: Moving): Promise<void> {
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
const isSent = ({ row }: Moving): boolean => Number(row.units_total) > 0 && Number(row.units_shipped) >= Number(row.units_total)

/** Marking an order as shipped sends all that was not sent yet. */
export async function ship(m: Moving): Promise<void> {
  if (!isSent(m)) {
    await recount(m.tx, m.ctx, m.row.id)
    await sendRest(m)
    await recount(m.tx, m.ctx, m.row.id)
  }
  m.tx.emit('order.shipped', { orderId: m.row.id }, documentOf(m.row))
}

/** What goes on, such as a return, is ended first. */
export const mustHaveEnded = ({ tx, ctx, row }: Moving): Promise<void> => mustBeFinished(tx, ctx, row.id)

/** Everything is where it belongs: what lies ready is handed over, what was sent has arrived. */
export async function complete(m: Moving): Promise<void> {
  if (!isSent(m)) await sendRest(m)
  await m.ctx.kernel.find(DELIVERY)?.arrive(m.tx, m.ctx, m.row.id)
  await finish(m)
}

export async function finish({ tx, ctx, row }: Moving): Promise<void> {
  await handOverRest(tx, ctx, row.id, recountSql(ctx, row.id, true))
  tx.emit('order.completed', { orderId: row.id }, documentOf(row))
}

/** Nothing was captured, or it could not be given up like this. */
async function mustBeUnpaid(m: Moving): Promise<void> {
  const o = await headOf(m)
  if (o.paid > o.refunded) throw new Failed(WRONG_STATE, { status: [text('sales:error.captured')] })
}

/** What left is not given up: an order some of which was sent waits for its money until it comes back. */
export async function mustBeGivenUp(m: Moving): Promise<void> {
  await mustBeUnpaid(m)
  if ((await headOf(m)).units_shipped > 0) throw new Failed(WRONG_STATE, { status: [text('sales:error.shipped')] })
}

/** Why, as letters tell it. Anybody may order for anybody's address: what a shopper typed is read by staff alone. */
const toldReason = (m: Moving): string =>
  m.ctx.actor.kind === 'customer' || m.ctx.actor.kind === 'guest'
    ? m.ctx.kernel.i18n.t(m.ctx.main, 'sales:reason.by_customer')
    : reasonOf(m)

export async function cancel(m: Moving): Promise<void> {
  await letGo(m.tx, m.ctx, m.row.id)
  await m.ctx.kernel.get(PAYMENTS).cancelAttempts(m.tx, m.ctx, documentOf(m.row))
  await m.tx.run(
    sql`update sales_order set canceled_at = now(), hold_expires_at = null, cancel_reason = ${reasonOf(m)}, abnormal_kind = null where id = ${m.row.id}`,
  )
  if (String(m.row.status) !== 'draft') m.tx.enqueue(LETTER, { id: m.row.id, kind: 'canceled', reason: toldReason(m) })
  m.tx.emit('order.canceled', { orderId: m.row.id }, documentOf(m.row))
}

/** Once something is on its way, only a return brings it back. And where nobody gives money back with the order, none may be kept. */
export async function mustBeUnsent(m: Moving): Promise<void> {
  await recount(m.tx, m.ctx, m.row.id)
  if ((await headOf(m)).units_shipped > 0) throw new Failed(WRONG_STATE, { status: [text('sales:error.shipped')] })
  if (!m.ctx.kernel.find(GIVING_BACK)) await mustBeUnpaid(m)
}

/** A paid order is given up: the goods go back, and so does all the money, at once or when somebody else approved it. */
export async function callOff(m: Moving): Promise<void> {
  await m.ctx.kernel.find(DELIVERY)?.callOff(m.tx, m.ctx, m.row.id)
  await cancel(m)
  await recount(m.tx, m.ctx, m.row.id)
  await m.ctx.kernel.find(GIVING_BACK)?.giveRest(m.tx, m.ctx, m.row.id, reasonOf(m), givingWaits(m.ctx))
}

export async function flag(m: Moving): Promise<void> {
  await keepKind(m.tx, m.row.id, String(m.input.kind || 'goods'))
  m.tx.emit('order.abnormal', { orderId: m.row.id, reason: reasonOf(m) }, documentOf(m.row))
}

/** What was never paid for does not become paid by a word, nor what is on its way back. */
export async function mustHaveMoney(m: Moving): Promise<void> {
  const o = await headOf(m)
  if (o.total > 0 && o.paid === 0) throw new Failed(WRONG_STATE, { status: [text('sales:error.not_paid')] })
  await mustNotGoBack(m)
}

/** Nobody works on an order whose money goes back. */
export const mustNotGoBack = ({ tx, ctx, row }: Moving): Promise<void> => mustBeKept(tx, ctx, row.id)

/** Back on its way: goods it lost in between are held again. @throws Failed OUT_OF_STOCK */
export async function resolve(m: Moving): Promise<void> {
  await holdGoods(m.tx, m.ctx, m.row.id)
  await settleAll(m.tx, m.ctx, m.row.id)
  await m.tx
    .run(sql`update sales_order set abnormal_kind = null, paid_at = coalesce(paid_at, now()), hold_expires_at = null, canceled_at = null, cancel_kind = null
    where id = ${m.row.id}`)
}

export async function mustBeGivenBack(m: Moving): Promise<void> {
  const o = await headOf(m)
  if (o.refunded < o.paid) throw new Failed(WRONG_STATE, { status: [text('sales:error.not_refunded')] })
}

/** All the money is back with the customer; what was not sent stays here. */
export async function refunded(m: Moving): Promise<void> {
  await letGo(m.tx, m.ctx, m.row.id)
  await m.tx.run(sql`update sales_order set abnormal_kind = null where id = ${m.row.id}`)
  m.tx.emit('order.refunded', { orderId: m.row.id }, documentOf(m.row))
}
