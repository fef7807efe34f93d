import { type Ctx, type Db, AppError, validationError, NOT_FOUND, sql, recordHistory, message, type Tx, WRONG_STATE } from 'stoa'
import { nextNumber } from 'stoa/plugins/documents'
import { INVENTORY } from 'stoa/plugins/inventory'
import {
  advance,
  type CountedLine,
  countedLines,
  toDocument,
  lockOrder,
  returnUnits,
  updateAdjustmentUsage,
  sumUnits,
} from 'stoa/plugins/sales'
import { lockExchangeStock, setReplacements, type Replacement, shipReplacement } from './exchange.ts'
import { returnLine, salesReturn } from '../resources/return.ts'

/** Input of a return. */
export interface ReturnInput {
  kind: 'return' | 'exchange' | 'refund_only'
  requested_by: 'customer' | 'staff'
  reason_code: string
  note: string
  lines: readonly { order_line_id: number; quantity: number; reason: string }[]
  /** Replacement items, shipped once everything is received. */
  replacements?: readonly Replacement[]
}

/** Statuses of returns with units still to be received. */
export const OPEN_STATUSES: readonly string[] = ['pending', 'approved', 'partial_received']

/** Units of an order in open returns, by line. */
export async function sumUnitsComingBack(db: Db, orderId: number): Promise<ReadonlyMap<number, number>> {
  const rows = await db.rows<{
    id: number
    units: number
  }>(sql`select x.order_line_id as id, sum(x.quantity - x.received_quantity)::int as units
    from return_line x join sales_return r on r.id = x.return_id
    where r.order_id = ${orderId} and r.status = any(${[...OPEN_STATUSES]}::text[]) group by 1`)
  return new Map(rows.map(({ id, units }) => [id, units]))
}

/** Returnable units of a line: shipped, not returned, and in no open return. */
export const getReturnableUnits = ({ id, shipped, returned }: CountedLine, unitsInReturn: ReadonlyMap<number, number>): number =>
  shipped - returned - (unitsInReturn.get(id) ?? 0)

/** Writes a return, under the lock of the order. A return by staff is approved at once. @throws AppError INVALID by line */
export async function writeReturn(
  tx: Tx,
  ctx: Ctx,
  orderId: number,
  r: ReturnInput,
): Promise<{ id: number; number: string; status: string }> {
  const o = await lockOrder(tx, orderId)
  if (!['processing', 'shipped', 'completed', 'abnormal'].includes(o.status)) throw new AppError(WRONG_STATE)
  const unitsInReturn = await sumUnitsComingBack(tx, orderId)
  const open = new Map((await countedLines(tx, orderId)).map((l) => [l.id, getReturnableUnits(l, unitsInReturn)]))
  if (r.lines.length === 0) throw validationError({ lines: message('core:rule.required') })
  for (const [i, line] of r.lines.entries()) {
    const returnableUnits = open.get(line.order_line_id)
    if (returnableUnits === undefined) throw validationError({ [`lines.${i}.order_line_id`]: message('core:rule.choice') })
    if (line.quantity > returnableUnits)
      throw validationError({ [`lines.${i}.quantity`]: message('sales:error.only_units', { count: Math.max(0, returnableUnits) }) })
    open.set(line.order_line_id, returnableUnits - line.quantity)
  }
  const number = await nextNumber(tx, 'RT', 'return_number_seq')
  const { kind, requested_by, reason_code, note } = r
  const id = await tx.insert(salesReturn, { number, order_id: orderId, kind, requested_by, reason_code, note })
  await tx.insertAll(returnLine, sumUnits(r.lines), { return_id: id })
  if (r.replacements?.length) await setReplacements(tx, ctx, id, r.replacements)
  await recordHistory({ tx, ctx }, { name: 'return' }, id, { from: null, to: 'pending', reason: r.note })
  if (r.requested_by === 'customer') return { id, number, status: 'pending' }
  await ctx.kernel.resources.transitionIn(tx, ctx, salesReturn, id, 'approve')
  return { id, number, status: 'approved' }
}

/** Received units of a return line, as counted. */
export interface ReceivedLine {
  order_line_id: number
  received: number
  resaleable: number
}

interface ReturnLine {
  id: number
  order_line_id: number
  open: number
}

/** Receives counted units: adds them to the order lines as returned, and restocks resaleable units where they were taken from. */
export async function receiveReturn(tx: Tx, ctx: Ctx, orderId: number, id: number, counted: readonly ReceivedLine[]): Promise<void> {
  await lockOrder(tx, orderId)
  const row = await lockReturn(tx, orderId, id)
  if (row.status !== 'approved' && row.status !== 'partial_received') throw new AppError(WRONG_STATE)
  await lockExchangeStock(tx, ctx, id)
  const lines = new Map(
    (
      await tx.rows<ReturnLine>(
        sql`select id, order_line_id, quantity - received_quantity as open from return_line where return_id = ${id}`,
      )
    ).map((l) => [l.order_line_id, l]),
  )
  for (const [i, c] of counted.entries()) {
    const line = lines.get(c.order_line_id)
    if (!line) throw validationError({ [`lines.${i}.order_line_id`]: message('core:rule.choice') })
    if (c.received > line.open) throw validationError({ [`lines.${i}.received`]: message('sales:error.only_units', { count: line.open }) })
    if (c.resaleable > c.received)
      throw validationError({ [`lines.${i}.resaleable`]: message('sales:error.only_units', { count: c.received }) })
    line.open -= c.received
  }
  const receivedLines = sumReceived(counted)
  if (receivedLines.length === 0) throw validationError({ lines: message('core:rule.required') })
  const receivedSql = sql`jsonb_to_recordset(${JSON.stringify(receivedLines)}::jsonb) as c(order_line_id bigint, received int, resaleable int)`
  await tx.run(sql`update return_line r set received_quantity = r.received_quantity + c.received, resaleable_quantity = r.resaleable_quantity + c.resaleable,
    updated_at = now() from ${receivedSql} where r.return_id = ${id} and r.order_line_id = c.order_line_id`)
  await returnUnits(
    tx,
    receivedLines.map(({ order_line_id: line_id, received: quantity }) => ({ line_id, quantity })),
  )
  const restocked = receivedLines.map(({ order_line_id: line_id, resaleable: quantity }) => ({ line_id, quantity }))
  await ctx.kernel.find(INVENTORY)?.restockToOrigin(tx, ctx, toDocument({ id: orderId }), restocked)
  // Lines that cost nothing, such as items bought with points, get no refund that would do this.
  await updateAdjustmentUsage(tx, ctx, orderId)
  const isComplete = [...lines.values()].every((l) => l.open === 0)
  if (isComplete) await finishReceipt(tx, ctx, orderId, id)
  else if (row.status === 'approved') await ctx.kernel.resources.transitionIn(tx, ctx, salesReturn, id, 'part')
  tx.invalidate('return')
}

/** Everything is received: ships the replacement; then the return is finished. */
async function finishReceipt(tx: Tx, ctx: Ctx, orderId: number, id: number): Promise<void> {
  const { resources } = ctx.kernel
  await resources.transitionIn(tx, ctx, salesReturn, id, 'receive')
  if (!(await shipReplacement(tx, ctx, orderId, id))) return
  await resources.transitionIn(tx, ctx, salesReturn, id, 'complete')
  await advance(tx, ctx, orderId)
}

/** Sums by line, since units may be counted in several parts and an update needs one row per line. */
function sumReceived(counted: readonly ReceivedLine[]): ReceivedLine[] {
  const sums = new Map<number, ReceivedLine>()
  for (const { order_line_id, received, resaleable } of counted) {
    const before = sums.get(order_line_id)
    sums.set(order_line_id, {
      order_line_id,
      received: (before?.received ?? 0) + received,
      resaleable: (before?.resaleable ?? 0) + resaleable,
    })
  }
  return [...sums.values()].filter((line) => line.received > 0)
}

/** A locked return of a locked order. @throws AppError NOT_FOUND */
export async function lockReturn(tx: Tx, orderId: number, id: number): Promise<{ id: number; status: string; kind: string }> {
  const row = await tx.one<{ id: number; status: string; kind: string }>(
    sql`select id, status, kind from sales_return where id = ${id} and order_id = ${orderId} for update`,
  )
  if (!row) throw new AppError(NOT_FOUND)
  return row
}

/** Changes the replacement items of an exchange. @throws AppError NOT_FOUND, WRONG_STATE, INVALID by line */
export async function changeReplacements(
  tx: Tx,
  ctx: Ctx,
  orderId: number,
  id: number,
  replacements: readonly Replacement[],
): Promise<void> {
  await lockOrder(tx, orderId)
  await lockReturn(tx, orderId, id)
  await setReplacements(tx, ctx, id, replacements)
}

/** Decisions staff can make on a return. */
export const decisions = ['approved', 'rejected', 'completed', 'canceled'] as const
type Decision = (typeof decisions)[number]

const verbs = { approved: 'approve', rejected: 'reject', completed: 'complete', canceled: 'cancel' } as const satisfies Record<
  Decision,
  string
>

/** Decides on a return, by its new status. */
export async function changeReturnStatus(tx: Tx, ctx: Ctx, orderId: number, id: number, status: Decision, reason: string): Promise<void> {
  await lockOrder(tx, orderId)
  const row = await lockReturn(tx, orderId, id)
  const verb = verbs[status]
  // A return with expected units can only be completed after receipt.
  if (verb === 'complete' && row.status === 'approved' && row.kind !== 'refund_only') throw new AppError(WRONG_STATE)
  await ctx.kernel.resources.transitionIn(tx, ctx, salesReturn, id, verb, { reason })
  await advance(tx, ctx, orderId)
}

/** Completes a return whose refund is under way. */
export async function closeReturn(tx: Tx, ctx: Ctx, orderId: number, id: number): Promise<void> {
  const row = await lockReturn(tx, orderId, id)
  if (row.status === 'received' || (row.status === 'approved' && row.kind === 'refund_only'))
    await ctx.kernel.resources.transitionIn(tx, ctx, salesReturn, id, 'complete')
  await advance(tx, ctx, orderId)
}
