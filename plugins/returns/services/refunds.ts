import {
  hasPermission,
  assertPayable,
  type Ctx,
  AppError,
  FORBIDDEN,
  formatMoney,
  validationError,
  NOT_FOUND,
  splitAmount,
  sql,
  recordHistory,
  message,
  type Tx,
  WRONG_STATE,
} from 'stoa'
import { nextNumber } from 'stoa/plugins/documents'
import type { Discrepancy, SettlementUpdate } from 'stoa/plugins/payments'
import {
  cancelUnits,
  type CountedLine,
  countedLines,
  ORDER_EMAIL_JOB,
  lockOrder,
  isApprovalNotNeeded,
  type OrderHead,
  bookPromisedRefund,
  type PromisedRefund,
  getRefundAmount,
  settleAdjustments,
} from 'stoa/plugins/sales'
import { isRefundPromised } from '../domain/statuses.ts'
import { approvableRefund, needsApproval, assertNoApprovalPending } from './approval.ts'
import { payRefund, findPending, outstanding, findRefundByKey } from './pay-refund.ts'
import { refund, refundLine } from '../resources/refund.ts'

/** What is to be given back of an order. Amounts in minor units; a line without one is worth what its units are. */
export interface RefundPlan {
  lines: readonly { order_line_id: number; quantity: number; amount?: number | undefined; cancel?: number | undefined }[]
  shipping: number
  method: 'original' | 'cash' | 'exchange'
  reason: string
  return_id?: number | undefined
  /** It waits for somebody's decision whatever the amount; otherwise the limit of the shop says. */
  waits?: boolean
  /** Payment methods whose money is handed over at a counter now. */
  at_counter?: readonly string[]
}

interface Part {
  line: CountedLine
  quantity: number
  amount: number
  cancel: number
}

/** What was captured and is neither given back, here or at the payment, nor promised; and how much of it is for shipping. */
export async function getRefundable(
  db: Pick<Tx, 'one'>,
  o: Pick<OrderHead, 'id' | 'paid' | 'refunded' | 'shipping'>,
): Promise<{ amount: number; shipping: number }> {
  const promised = await db.one<{ open: number; shipping: number }>(sql`select ${outstanding(sql`${o.id}::bigint`)}::bigint as open,
    coalesce(sum(shipping_minor), 0)::bigint as shipping from refund where order_id = ${o.id} and status not in ('rejected', 'canceled')`)
  return { amount: o.paid - o.refunded - (promised?.open ?? 0), shipping: o.shipping - (promised?.shipping ?? 0) }
}

/**
 * Writes a refund and promises its amounts, under the lock of the order: no two refunds give the same unit or cent back. Below the
 * limit of the shop it is approved by whoever wrote it and goes to payments at once.
 * @throws Failed INVALID by field.
 */
export async function writeRefund(
  tx: Tx,
  ctx: Ctx,
  orderId: number,
  r: RefundPlan,
): Promise<{ id: number; number: string; status: string }> {
  const o = await lockOrder(tx, orderId)
  if (!isRefundPromised(o.status)) throw new AppError(WRONG_STATE)
  const lines = new Map((await countedLines(tx, orderId)).map((l) => [l.id, l]))
  const parts: Part[] = r.lines.map((given, i) => {
    const line = lines.get(given.order_line_id)
    const at = `lines.${i}`
    if (!line) throw validationError({ [`${at}.order_line_id`]: message('core:rule.choice') })
    if (r.lines.findIndex((other) => other.order_line_id === line.id) < i)
      throw validationError({ [`${at}.order_line_id`]: message('core:rule.no_repeated') })
    const open = line.quantity - line.refunded_quantity
    if (given.quantity > open) throw validationError({ [`${at}.quantity`]: message('sales:error.only_units', { count: open }) })
    const cancel = given.cancel ?? 0
    if (cancel > line.quantity - line.shipped - line.canceled)
      throw validationError({
        [`${at}.cancel`]: message('sales:error.only_units', { count: line.quantity - line.shipped - line.canceled }),
      })
    const amount = given.amount ?? getRefundAmount(line, given.quantity)
    const most = line.total - line.refunded
    // All that is left can always go back, also of an order from when amounts were not whole.
    if (amount !== most) assertPayable(`${at}.amount`, amount, o.currency)
    if (amount > most) throw validationError({ [`${at}.amount`]: message('returns:error.only_amount', { amount: formatMoney(most) }) })
    return { line, quantity: given.quantity, amount, cancel }
  })
  const rest = await getRefundable(tx, o)
  if (r.shipping !== rest.shipping) assertPayable('shipping', r.shipping, o.currency)
  if (r.shipping > rest.shipping)
    throw validationError({ shipping: message('returns:error.only_amount', { amount: formatMoney(Math.max(0, rest.shipping)) }) })
  const amount = parts.reduce((sum, p) => sum + p.amount, 0) + r.shipping
  if (amount <= 0) throw validationError({ lines: message('returns:error.nothing') })
  if (amount > rest.amount)
    throw validationError({ lines: message('returns:error.only_amount', { amount: formatMoney(Math.max(0, rest.amount)) }) })
  return insertRefund(tx, ctx, o, r, parts, amount)
}

async function insertRefund(tx: Tx, ctx: Ctx, o: OrderHead, r: RefundPlan, parts: readonly Part[], amount: number) {
  const number = await nextNumber(tx, 'RF', 'refund_number_seq')
  const by = ctx.actor.kind === 'admin' ? ctx.actor.id : null
  const { return_id = null, method, shipping, reason } = r
  const head = { number, order_id: o.id, return_id, method, amount_minor: amount, shipping_minor: shipping, currency: o.currency, reason }
  const id = await tx.insert(refund, { ...head, requested_by: by })
  const real = parts.filter((p) => p.quantity > 0 || p.amount > 0)
  await tx.insertAll(
    refundLine,
    real.map(({ line, quantity, amount: part }) => ({ order_line_id: line.id, quantity, amount_minor: part })),
    { refund_id: id },
  )
  await bookPromise(tx, id, 1)
  await recordHistory({ tx, ctx }, { name: 'refund' }, id, { from: null, to: 'pending', reason: r.reason })
  const canceled = parts.filter((p) => p.cancel > 0).map((p) => ({ line_id: p.line.id, quantity: p.cancel }))
  await cancelUnits(tx, ctx, o.id, canceled)
  tx.invalidate('order')
  // What pays for other goods stays in the shop.
  if (r.method === 'exchange') return { id, number, status: await approveRefund(tx, ctx, o, id) }
  if ((await needsApproval(tx, ctx, id)) || r.waits || !(await isApprovalNotNeeded(tx, ctx, o, amount)))
    return { id, number, status: 'pending' }
  return { id, number, status: await approveRefund(tx, ctx, o, id, r.at_counter) }
}

/** Adds what a refund gives back to its lines (`sign` 1), or takes it off again (-1). */
async function bookPromise(tx: Tx, id: number, sign: 1 | -1): Promise<void> {
  const parts = await tx.rows<PromisedRefund>(
    sql`select order_line_id as line_id, quantity, amount_minor as amount from refund_line where refund_id = ${id} order by order_line_id`,
  )
  await bookPromisedRefund(tx, parts, sign)
}

/** Approves a refund and hands it to payments. The order is locked. @returns the status it has then. */
export async function approveRefund(tx: Tx, ctx: Ctx, o: OrderHead, id: number, atCounter?: readonly string[]): Promise<string> {
  const { resources } = ctx.kernel
  await resources.transitionIn(tx, ctx, refund, id, 'approve')
  if (ctx.actor.kind === 'admin') await tx.run(sql`update refund set approved_by = ${ctx.actor.id} where id = ${id}`)
  return payOut(tx, ctx, o, id, atCounter)
}

/** What staff may decide about a refund that waits or failed. */
export const refundDecisions = ['approved', 'rejected', 'process', 'canceled'] as const

/** Decides about a refund. Whoever asked for it may not approve it. @throws Failed FORBIDDEN, WRONG_STATE */
export async function decideRefund(
  tx: Tx,
  ctx: Ctx,
  orderId: number,
  id: number,
  { status, reason }: { status: (typeof refundDecisions)[number]; reason: string },
): Promise<void> {
  const o = await lockOrder(tx, orderId)
  const row = await refundRow(tx, orderId, id)
  await assertNoApprovalPending(tx, ctx, id)
  if (status === 'approved') {
    if (!hasPermission(ctx.actor, 'approve refund'))
      throw new AppError(FORBIDDEN, [message('core:error.needs', { needs: 'approve refund' })])
    if (row.requested_by !== null && 'id' in ctx.actor && row.requested_by === ctx.actor.id)
      throw new AppError(WRONG_STATE, { status: [message('returns:error.another_person')] })
    await approveRefund(tx, ctx, o, id)
  } else if (status === 'process') await payOut(tx, ctx, o, id)
  else await dropRefund(tx, ctx, o, id, reason)
  tx.invalidate('refund')
}

/** Hands an approved, or failed, refund to payments. */
export async function payOut(tx: Tx, ctx: Ctx, o: OrderHead, id: number, atCounter?: readonly string[]): Promise<string> {
  await ctx.kernel.resources.transitionIn(tx, ctx, refund, id, 'begin')
  const row = await refundRow(tx, o.id, id)
  await payRefund(tx, ctx, o, row, atCounter)
  return (await refundRow(tx, o.id, id)).status
}

interface RefundRow {
  id: number
  amount: number
  reason: string
  method: string
  status: string
  requested_by: number | null
}

/** A refund of an order, locked. @throws Failed NOT_FOUND */
export async function refundRow(tx: Tx, orderId: number, id: number): Promise<RefundRow> {
  const row = await tx.one<RefundRow>(sql`select id, amount_minor as amount, reason, method, status, requested_by from refund
    where id = ${id} and order_id = ${orderId} for update`)
  if (!row) throw new AppError(NOT_FOUND)
  return row
}

/**
 * Says no to a refund that waits, takes it back, or gives one up that failed: what it promised is free again.
 * @throws Failed WRONG_STATE for one of which a part went back or is on its way: the rest goes too
 */
export async function dropRefund(
  tx: Tx,
  ctx: Ctx,
  o: OrderHead,
  id: number,
  reason: string,
  by: 'reject' | 'withdraw' = 'reject',
): Promise<void> {
  const row = await refundRow(tx, o.id, id)
  const going = await findPending(tx, o.id, id)
  if (going > 0)
    throw new AppError(WRONG_STATE, { status: [message('returns:error.part_given', { amount: `${o.currency} ${formatMoney(going)}` })] })
  await ctx.kernel.resources.transitionIn(tx, ctx, refund, id, row.status === 'abnormal' ? 'cancel' : by, { reason })
  await bookPromise(tx, id, -1)
}

/** What payments say became of a refund. Saying it twice changes nothing. */
export async function concludeRefund(
  tx: Tx,
  ctx: Ctx,
  o: OrderHead,
  news: NonNullable<SettlementUpdate['refund']>,
): Promise<Discrepancy | undefined> {
  const id = findRefundByKey(news.key)
  const row =
    id === undefined
      ? undefined
      : await tx.one<{ status: string; amount: number; method: string }>(
          sql`select status, amount_minor as amount, method from refund where id = ${id} and order_id = ${o.id} for update`,
        )
  if (!row || id === undefined) return undefined
  const { resources } = ctx.kernel
  // Some of it is still on its way.
  if (news.status === 'completed' && news.done < row.amount) return undefined
  if (news.status === 'abnormal') {
    if (row.status !== 'process') return undefined
    await tx.run(sql`update refund set failure = ${news.message.slice(0, 500)} where id = ${id}`)
    await resources.transitionIn(tx, ctx, refund, id, 'fail', { reason: news.message.slice(0, 500) })
    return 'refund_failed'
  }
  if (row.status !== 'process' && row.status !== 'abnormal') return undefined
  await resources.transitionIn(tx, ctx, refund, id, 'complete')
  await settleAdjustments(tx, ctx, o.id)
  if (row.method !== 'exchange') tx.enqueue(ORDER_EMAIL_JOB, { id: o.id, kind: 'refunded', ref: id })
  return undefined
}

/**
 * A refund of all that is left of what was captured: lines by what is left of them, then shipping. Where less was captured than
 * the order came to, it is divided over them.
 * @returns undefined when nothing is left.
 */
export async function refundRest(tx: Tx, ctx: Ctx, orderId: number, reason: string, waits: boolean): Promise<number | undefined> {
  const o = await lockOrder(tx, orderId)
  const rest = await getRefundable(tx, o)
  if (rest.amount <= 0) return undefined
  const lines = await countedLines(tx, orderId)
  const weights = [...lines.map((l) => l.total - l.refunded), Math.max(0, rest.shipping)]
  const all = weights.reduce((sum, w) => sum + w, 0)
  const amounts = rest.amount >= all ? weights : splitAmount(rest.amount, weights, o.currency)
  const parts = lines.map((line, i) => ({ line, quantity: line.quantity - line.refunded_quantity, amount: amounts[i] ?? 0, cancel: 0 }))
  const shipping = amounts.at(-1) ?? 0
  const amount = amounts.reduce((sum, a) => sum + a, 0)
  if (amount <= 0) return undefined
  const r: RefundPlan = { lines: [], shipping, method: 'original', reason, waits }
  return (await insertRefund(tx, ctx, o, r, parts, amount)).id
}

/** A refund of what a change of an order left over. The order is locked. @throws Failed INVALID for more than is left of what was paid */
export async function refundDifference(tx: Tx, ctx: Ctx, orderId: number, amount: number, reason: string, waits: boolean): Promise<void> {
  const o = await lockOrder(tx, orderId)
  const rest = await getRefundable(tx, o)
  if (amount > rest.amount)
    throw validationError({ lines: message('returns:error.only_amount', { amount: formatMoney(Math.max(0, rest.amount)) }) })
  await insertRefund(tx, ctx, o, { lines: [], shipping: 0, method: 'original', reason, waits }, [], amount)
}

/** What becomes of a refund that waited for others. */
export const refundsToApprove = approvableRefund({ approve: (tx, ctx, o, id) => approveRefund(tx, ctx, o, id), drop: dropRefund })
