import {
  hasPermission,
  type Ctx,
  AppError,
  INVALID,
  validationError,
  splitAmount,
  sql,
  message,
  type Message,
  type Tx,
  WRONG_STATE,
} from 'stoa'
import { INVENTORY } from 'stoa/plugins/inventory'
import { PAYMENTS } from 'stoa/plugins/payments'
import {
  countedLines,
  toDocument,
  needsRefundApproval,
  readLines,
  lockOrder,
  type OrderHead,
  orderLines,
  ORDERS,
  getRefundAmount,
} from 'stoa/plugins/sales'
import { getRefundable, writeRefund } from './refunds.ts'

/** Replacement item of an exchange. */
export interface Replacement {
  stock_id: number
  quantity: number
}

/** A stored replacement, with the item's name when it was chosen. */
export interface NamedReplacement extends Replacement {
  name: string
}

/**
 * Sets the replacement items of a return. The order must be locked. The actor needs the permission to write orders.
 * @throws AppError INVALID by line, or WRONG_STATE if they were shipped or the return is no exchange
 */
export async function setReplacements(tx: Tx, ctx: Ctx, id: number, replacements: readonly Replacement[]): Promise<void> {
  if (replacements.length > 0 && !hasPermission(ctx.actor, 'create order'))
    throw validationError({ replacements: message('core:error.needs', { needs: 'create order' }) })
  const replacementNames = await readReplacements(tx, ctx, replacements)
  const changed =
    await tx.run(sql`update sales_return set replacements = ${JSON.stringify(replacementNames)}::jsonb, version = version + 1, updated_at = now()
    where id = ${id} and kind = 'exchange' and replacement_order_id is null and status in ('pending', 'approved', 'partial_received')`)
  if (changed === 0) throw new AppError(WRONG_STATE, { replacements: [message('returns:error.no_exchange')] })
  tx.invalidate('return')
}

/** Reads the names of replacement items. @throws AppError INVALID by line for an item that is no longer for sale */
async function readReplacements(tx: Tx, ctx: Ctx, replacements: readonly Replacement[]): Promise<NamedReplacement[]> {
  const requestedLines = replacements.map(({ stock_id, quantity }, id) => ({ id, kind: 'stock', subject_id: stock_id, quantity }))
  const lines = new Map((await readLines(tx, ctx, requestedLines)).map((line) => [line.id, line]))
  const errors: Record<string, Message[]> = {}
  const named = replacements.map(({ stock_id, quantity }, n): NamedReplacement => {
    const line = lines.get(n)
    if (!line || line.is_deleted) errors[`replacements.${n}.stock_id`] = [message('core:rule.choice')]
    return { stock_id, quantity, name: line?.name ?? '' }
  })
  if (Object.keys(errors).length > 0) throw new AppError(INVALID, errors)
  return named
}

/** Locks the returned and the replacement stock together, so that two opposite exchanges cannot deadlock. */
export async function lockExchangeStock(tx: Tx, ctx: Ctx, id: number): Promise<void> {
  const rows = await tx.rows<{ id: number }>(sql`
    select (x->>'stock_id')::bigint as id from sales_return r, jsonb_array_elements(r.replacements) x where r.id = ${id}
    union select l.stock_id from ${orderLines} join return_line b on b.order_line_id = l.id
      where b.return_id = ${id} and l.stock_id is not null and exists (select 1 from sales_return r where r.id = ${id} and r.replacements <> '[]')`)
  if (rows.length > 0)
    await ctx.kernel.find(INVENTORY)?.lockStocks(
      tx,
      rows.map((row) => row.id),
    )
}

interface Exchange {
  number: string
  kind: string
  replacements: NamedReplacement[]
  replacement_order_id: number | null
}

/**
 * Ships the replacement of a fully received exchange, once: writes an order at today's prices and pays it with the
 * value of the returned items. A surplus is refunded, a difference is charged. The value is recorded as a refund of
 * the old order and a payment of the new one.
 * @returns whether an order was written
 * @throws AppError OUT_OF_STOCK, or INVALID by replacement for a deleted item
 */
export async function shipReplacement(tx: Tx, ctx: Ctx, orderId: number, id: number): Promise<boolean> {
  const row = await tx.one<Exchange>(sql`select number, kind, replacements, replacement_order_id from sales_return where id = ${id}`)
  if (!row || row.kind !== 'exchange' || row.replacements.length === 0 || row.replacement_order_id !== null) return false
  await readReplacements(tx, ctx, row.replacements)
  const items = row.replacements.map(({ stock_id, quantity }) => ({ kind: 'stock', subject_id: stock_id, quantity }))
  const replacementOrder = await ctx.kernel
    .get(ORDERS)
    .placeReplacement(tx, ctx, orderId, items, ctx.kernel.i18n.t(ctx.mainLanguage, 'returns:exchange.note', { number: row.number }))
  await tx.run(sql`update sales_return set replacement_order_id = ${replacementOrder.id} where id = ${id}`)
  const order = await lockOrder(tx, orderId)
  const receivedValue = await readReceivedValue(tx, order, id)
  const totalValue = receivedValue.reduce((sum, { amount }) => sum + amount, 0)
  const credit = Math.min(totalValue, replacementOrder.total)
  const reason = ctx.kernel.i18n.t(ctx.mainLanguage, 'returns:exchange.reason', { number: replacementOrder.number })
  const credits = splitAmount(
    credit,
    receivedValue.map(({ amount }) => amount),
    order.currency,
  )
  if (credit > 0) {
    const lines = receivedValue.map((line, i) => ({ ...line, amount: credits[i] ?? 0 }))
    await writeRefund(tx, ctx, orderId, { lines, shipping: 0, method: 'exchange', reason, return_id: id })
    const { currency } = await lockOrder(tx, replacementOrder.id)
    await ctx.kernel
      .get(PAYMENTS)
      .receivePayment(tx, ctx, toDocument(replacementOrder), { id: `exchange-${row.number}`, amount: credit, currency, note: reason })
  }
  if (totalValue > credit) {
    const lines = receivedValue.map((line, i) => ({
      ...line,
      quantity: credit > 0 ? 0 : line.quantity,
      amount: line.amount - (credits[i] ?? 0),
    }))
    await writeRefund(tx, ctx, orderId, {
      lines,
      shipping: 0,
      method: 'original',
      reason,
      return_id: id,
      requireApproval: needsRefundApproval(ctx),
    })
  }
  return true
}

/** Value of the received units of a return by line, capped at the refundable amount of the order. */
async function readReceivedValue(
  tx: Tx,
  order: OrderHead,
  id: number,
): Promise<{ order_line_id: number; quantity: number; amount: number }[]> {
  const receivedLines = await tx.rows<{ line: number; units: number }>(
    sql`select order_line_id as line, received_quantity as units from return_line where return_id = ${id} and received_quantity > 0 order by 1`,
  )
  const lines = new Map((await countedLines(tx, order.id)).map((line) => [line.id, line]))
  const values = receivedLines.map(({ line, units }) => {
    const sold = lines.get(line)
    const quantity = sold ? Math.min(units, sold.quantity - sold.refunded_quantity) : 0
    return { order_line_id: line, quantity, amount: sold ? getRefundAmount(sold, quantity) : 0 }
  })
  const totalValue = values.reduce((sum, { amount }) => sum + amount, 0)
  const refundable = Math.max(0, (await getRefundable(tx, order)).amount)
  if (totalValue <= refundable) return values
  const amounts = splitAmount(
    refundable,
    values.map(({ amount }) => amount),
    order.currency,
  )
  return values.map((line, i) => ({ ...line, amount: amounts[i] ?? 0 }))
}
