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
import {
  cancelUnits,
  type CountedLine,
  countedLines,
  lockOrder,
  isApprovalNotNeeded,
  type OrderHead,
  addPendingRefund,
  type PendingRefund,
  getRefundAmount,
} from 'stoa/plugins/sales'
import { canRefundLines } from '../domain/statuses.ts'
import { approvableRefund, requestApproval, assertNoApprovalPending } from './approval.ts'
import { payRefund, readPendingAmount, pendingAmountSql } from './pay-refund.ts'
import { refund, refundLine } from '../resources/refund.ts'

/** Input of a refund. Amounts in minor units; a line without an amount uses the value of its units. */
export interface RefundInput {
  lines: readonly { order_line_id: number; quantity: number; amount?: number | undefined; cancel?: number | undefined }[]
  shipping: number
  method: 'original' | 'cash' | 'exchange'
  reason: string
  return_id?: number | undefined
  /** Requires approval whatever the amount; otherwise the shop's limit decides. */
  requireApproval?: boolean
  /** Payment methods refunded at the counter now. */
  at_counter?: readonly string[]
}

interface Part {
  line: CountedLine
  quantity: number
  amount: number
  cancel: number
}

/** Captured amount that is neither refunded nor pending, and its shipping part. */
export async function getRefundable(
  db: Pick<Tx, 'one'>,
  o: Pick<OrderHead, 'id' | 'paid' | 'refunded' | 'shipping'>,
): Promise<{ amount: number; shipping: number }> {
  const pending = await db.one<{ open: number; shipping: number }>(sql`select ${pendingAmountSql(sql`${o.id}::bigint`)}::bigint as open,
    coalesce(sum(shipping_minor), 0)::bigint as shipping from refund where order_id = ${o.id} and status not in ('rejected', 'canceled')`)
  return { amount: o.paid - o.refunded - (pending?.open ?? 0), shipping: o.shipping - (pending?.shipping ?? 0) }
}

/**
 * Writes a refund and reserves its amounts under the lock of the order, so that no unit or amount is refunded twice.
 * Below the shop's limit it is approved at once and sent to payments.
 * @throws AppError INVALID by field
 */
export async function writeRefund(
  tx: Tx,
  ctx: Ctx,
  orderId: number,
  r: RefundInput,
): Promise<{ id: number; number: string; status: string }> {
  const o = await lockOrder(tx, orderId)
  if (!canRefundLines(o.status)) throw new AppError(WRONG_STATE)
  const lines = new Map((await countedLines(tx, orderId)).map((l) => [l.id, l]))
  const parts: Part[] = r.lines.map((returnedLine, i) => {
    const line = lines.get(returnedLine.order_line_id)
    const at = `lines.${i}`
    if (!line) throw validationError({ [`${at}.order_line_id`]: message('core:rule.choice') })
    if (r.lines.findIndex((other) => other.order_line_id === line.id) < i)
      throw validationError({ [`${at}.order_line_id`]: message('core:rule.no_repeated') })
    const open = line.quantity - line.refunded_quantity
    if (returnedLine.quantity > open) throw validationError({ [`${at}.quantity`]: message('sales:error.only_units', { count: open }) })
    const cancel = returnedLine.cancel ?? 0
    if (cancel > line.quantity - line.shipped - line.canceled)
      throw validationError({
        [`${at}.cancel`]: message('sales:error.only_units', { count: line.quantity - line.shipped - line.canceled }),
      })
    const amount = returnedLine.amount ?? getRefundAmount(line, returnedLine.quantity)
    const remaining = line.total - line.refunded
    // The full remaining amount is always allowed, even if it is not payable in whole units.
    if (amount !== remaining) assertPayable(`${at}.amount`, amount, o.currency)
    if (amount > remaining)
      throw validationError({ [`${at}.amount`]: message('returns:error.only_amount', { amount: formatMoney(remaining) }) })
    return { line, quantity: returnedLine.quantity, amount, cancel }
  })
  const refundable = await getRefundable(tx, o)
  if (r.shipping !== refundable.shipping) assertPayable('shipping', r.shipping, o.currency)
  if (r.shipping > refundable.shipping)
    throw validationError({ shipping: message('returns:error.only_amount', { amount: formatMoney(Math.max(0, refundable.shipping)) }) })
  const amount = parts.reduce((sum, p) => sum + p.amount, 0) + r.shipping
  if (amount <= 0) throw validationError({ lines: message('returns:error.nothing') })
  if (amount > refundable.amount)
    throw validationError({ lines: message('returns:error.only_amount', { amount: formatMoney(Math.max(0, refundable.amount)) }) })
  return insertRefund(tx, ctx, o, r, parts, amount)
}

async function insertRefund(tx: Tx, ctx: Ctx, o: OrderHead, r: RefundInput, parts: readonly Part[], amount: number) {
  const number = await nextNumber(tx, 'RF', 'refund_number_seq')
  const by = ctx.actor.kind === 'admin' ? ctx.actor.id : null
  const { return_id = null, method, shipping, reason } = r
  const head = { number, order_id: o.id, return_id, method, amount_minor: amount, shipping_minor: shipping, currency: o.currency, reason }
  const id = await tx.insert(refund, { ...head, requested_by: by })
  const refundedParts = parts.filter((p) => p.quantity > 0 || p.amount > 0)
  await tx.insertAll(
    refundLine,
    refundedParts.map(({ line, quantity, amount: part }) => ({ order_line_id: line.id, quantity, amount_minor: part })),
    { refund_id: id },
  )
  await bookPendingAmounts(tx, id, 1)
  await recordHistory({ tx, ctx }, { name: 'refund' }, id, { from: null, to: 'pending', reason: r.reason })
  const canceled = parts.filter((p) => p.cancel > 0).map((p) => ({ line_id: p.line.id, quantity: p.cancel }))
  await cancelUnits(tx, ctx, o.id, canceled)
  tx.invalidate('order')
  // The value of an exchange is not paid out.
  if (r.method === 'exchange') return { id, number, status: await approveRefund(tx, ctx, o, id) }
  if ((await requestApproval(tx, ctx, id)) || r.requireApproval || !(await isApprovalNotNeeded(tx, ctx, o, amount)))
    return { id, number, status: 'pending' }
  return { id, number, status: await approveRefund(tx, ctx, o, id, r.at_counter) }
}

/** Adds the amounts of a refund to its lines (`sign` 1), or subtracts them (-1). */
async function bookPendingAmounts(tx: Tx, id: number, sign: 1 | -1): Promise<void> {
  const parts = await tx.rows<PendingRefund>(
    sql`select order_line_id as line_id, quantity, amount_minor as amount from refund_line where refund_id = ${id} order by order_line_id`,
  )
  await addPendingRefund(tx, parts, sign)
}

/** Approves a refund and sends it to payments. The order must be locked. @returns its new status */
export async function approveRefund(tx: Tx, ctx: Ctx, o: OrderHead, id: number, atCounter?: readonly string[]): Promise<string> {
  const { resources } = ctx.kernel
  await resources.transitionIn(tx, ctx, refund, id, 'approve')
  if (ctx.actor.kind === 'admin') await tx.run(sql`update refund set approved_by = ${ctx.actor.id} where id = ${id}`)
  return sendToPayments(tx, ctx, o, id, atCounter)
}

/** Decisions staff can make on a pending or failed refund. */
export const refundDecisions = ['approved', 'rejected', 'process', 'canceled'] as const

/** Decides on a refund. The requester may not approve it. @throws AppError FORBIDDEN, WRONG_STATE */
export async function decideRefund(
  tx: Tx,
  ctx: Ctx,
  orderId: number,
  id: number,
  { status, reason }: { status: (typeof refundDecisions)[number]; reason: string },
): Promise<void> {
  const o = await lockOrder(tx, orderId)
  const row = await lockRefund(tx, orderId, id)
  await assertNoApprovalPending(tx, ctx, id)
  if (status === 'approved') {
    if (!hasPermission(ctx.actor, 'approve refund'))
      throw new AppError(FORBIDDEN, [message('core:error.needs', { needs: 'approve refund' })])
    if (row.requested_by !== null && 'id' in ctx.actor && row.requested_by === ctx.actor.id)
      throw new AppError(WRONG_STATE, { status: [message('returns:error.another_person')] })
    await approveRefund(tx, ctx, o, id)
  } else if (status === 'process') await sendToPayments(tx, ctx, o, id)
  else await cancelRefund(tx, ctx, o, id, reason)
  tx.invalidate('refund')
}

/** Sends an approved or failed refund to payments. */
export async function sendToPayments(tx: Tx, ctx: Ctx, o: OrderHead, id: number, atCounter?: readonly string[]): Promise<string> {
  await ctx.kernel.resources.transitionIn(tx, ctx, refund, id, 'begin')
  const row = await lockRefund(tx, o.id, id)
  await payRefund(tx, ctx, o, row, atCounter)
  return (await lockRefund(tx, o.id, id)).status
}

interface RefundRow {
  id: number
  amount: number
  reason: string
  method: string
  status: string
  requested_by: number | null
}

/** A locked refund of an order. @throws AppError NOT_FOUND */
export async function lockRefund(tx: Tx, orderId: number, id: number): Promise<RefundRow> {
  const row = await tx.one<RefundRow>(sql`select id, amount_minor as amount, reason, method, status, requested_by from refund
    where id = ${id} and order_id = ${orderId} for update`)
  if (!row) throw new AppError(NOT_FOUND)
  return row
}

/**
 * Rejects or withdraws a pending refund, or cancels a failed one: its reserved amounts are released.
 * @throws AppError WRONG_STATE if a part is paid out or pending, since the rest follows
 */
export async function cancelRefund(
  tx: Tx,
  ctx: Ctx,
  o: OrderHead,
  id: number,
  reason: string,
  by: 'reject' | 'withdraw' = 'reject',
): Promise<void> {
  const row = await lockRefund(tx, o.id, id)
  const pendingAmount = await readPendingAmount(tx, o.id, id)
  if (pendingAmount > 0)
    throw new AppError(WRONG_STATE, {
      status: [message('returns:error.part_given', { amount: `${o.currency} ${formatMoney(pendingAmount)}` })],
    })
  await ctx.kernel.resources.transitionIn(tx, ctx, refund, id, row.status === 'abnormal' ? 'cancel' : by, { reason })
  await bookPendingAmounts(tx, id, -1)
}

/**
 * Refunds all that is left of the captured amount: lines first, then shipping. If less was captured than the total,
 * it is divided over them.
 * @returns undefined if nothing is left
 */
export async function refundRemaining(
  tx: Tx,
  ctx: Ctx,
  orderId: number,
  reason: string,
  requireApproval: boolean,
): Promise<number | undefined> {
  const o = await lockOrder(tx, orderId)
  const refundable = await getRefundable(tx, o)
  if (refundable.amount <= 0) return undefined
  const lines = await countedLines(tx, orderId)
  const weights = [...lines.map((l) => l.total - l.refunded), Math.max(0, refundable.shipping)]
  const all = weights.reduce((sum, w) => sum + w, 0)
  const amounts = refundable.amount >= all ? weights : splitAmount(refundable.amount, weights, o.currency)
  const parts = lines.map((line, i) => ({ line, quantity: line.quantity - line.refunded_quantity, amount: amounts[i] ?? 0, cancel: 0 }))
  const shipping = amounts.at(-1) ?? 0
  const amount = amounts.reduce((sum, a) => sum + a, 0)
  if (amount <= 0) return undefined
  const r: RefundInput = { lines: [], shipping, method: 'original', reason, requireApproval }
  return (await insertRefund(tx, ctx, o, r, parts, amount)).id
}

/** Refunds the difference of an order change. The order must be locked. @throws AppError INVALID for more than is left */
export async function refundDifference(
  tx: Tx,
  ctx: Ctx,
  orderId: number,
  amount: number,
  reason: string,
  requireApproval: boolean,
): Promise<void> {
  const o = await lockOrder(tx, orderId)
  const refundable = await getRefundable(tx, o)
  if (amount > refundable.amount)
    throw validationError({ lines: message('returns:error.only_amount', { amount: formatMoney(Math.max(0, refundable.amount)) }) })
  await insertRefund(tx, ctx, o, { lines: [], shipping: 0, method: 'original', reason, requireApproval }, [], amount)
}

/** Effects of the approval of a refund. */
export const refundApproval = approvableRefund({ approve: (tx, ctx, o, id) => approveRefund(tx, ctx, o, id), reject: cancelRefund })
