import { type Ctx, AppError, validationError, NOT_FOUND, sql, recordHistory, message, type Tx, WRONG_STATE } from 'stoa'
import { nextNumber } from 'stoa/plugins/documents'
import { INVENTORY } from 'stoa/plugins/inventory'
import {
  advance,
  toDocument,
  ORDER_EMAIL_JOB,
  lockOrder,
  type OrderHead,
  shipUnits,
  setAbnormal,
  sumUnits,
  unshipUnits,
  listUnshippedUnits,
} from 'stoa/plugins/sales'
import { shipment, shipmentLine } from '../resources/shipment.ts'
import { order } from 'stoa/plugins/sales'
import type { shipmentTransitions } from '../domain/statuses.ts'

const allocateNumber = (tx: Tx) => nextNumber(tx, 'SH', 'shipment_number_seq')

/** Content of a shipment or pickup. */
export interface ShipmentInput {
  lines: readonly { order_line_id: number; quantity: number }[]
  carrier_id: number | null
  carrier_name: string
  tracking_number: string
  tracking_url: string
  collect: boolean
  /** Packed weight in grams; null until weighed. */
  weight_g: number | null
  note: string
}

interface OpenUnits {
  id: number
  open: number
}

/** Units of order lines that are in no shipment yet. */
export async function listOpenUnits(tx: Tx, orderId: number): Promise<OpenUnits[]> {
  const waiting =
    await tx.rows<LineQuantity>(sql`select s.order_line_id as line_id, sum(s.quantity)::int as quantity from shipment_line s join shipment p
    on p.id = s.shipment_id where p.order_id = ${orderId} and p.status in ('draft', 'processing') group by 1`)
  const packed = new Map(waiting.map(({ line_id, quantity }) => [line_id, quantity]))
  return (await listUnshippedUnits(tx, orderId)).map(({ line_id, quantity }) => ({
    id: line_id,
    open: quantity - (packed.get(line_id) ?? 0),
  }))
}

interface LineQuantity {
  line_id: number
  quantity: number
}

const sendable = ['paid', 'processing', 'shipped']

/**
 * Creates a shipment. The order is locked, and units in other shipments are counted under that lock, so that no unit
 * is packed twice.
 * @throws AppError INVALID by line
 */
export async function packShipment(tx: Tx, ctx: Ctx, orderId: number, p: ShipmentInput): Promise<{ id: number; number: string }> {
  const o = await lockOrder(tx, orderId)
  if (!sendable.includes(o.status)) throw new AppError(WRONG_STATE)
  const openUnits = new Map((await listOpenUnits(tx, orderId)).map((l) => [l.id, l.open]))
  for (const [i, line] of p.lines.entries()) {
    const most = openUnits.get(line.order_line_id)
    if (most === undefined) throw validationError({ [`lines.${i}.order_line_id`]: message('core:rule.choice') })
    if (line.quantity > most) throw validationError({ [`lines.${i}.quantity`]: message('sales:error.only_units', { count: most }) })
    openUnits.set(line.order_line_id, most - line.quantity)
  }
  if (p.lines.length === 0) throw validationError({ lines: message('core:rule.required') })
  const number = await allocateNumber(tx)
  const ids = p.lines.map((l) => l.order_line_id)
  const from = ctx.kernel.find(INVENTORY)?.warehouseSql(toDocument(o), ids) ?? sql`null`
  const { lines, carrier_id, carrier_name, tracking_number, tracking_url, collect, weight_g, note } = p
  const carriage = { carrier_id, carrier_name, tracking_number, tracking_url, collect, weight_g, note }
  const id = await tx.insert(shipment, { number, order_id: orderId, ...carriage, warehouse_id: from })
  await tx.insertAll(shipmentLine, sumUnits(lines), { shipment_id: id })
  await recordHistory({ tx, ctx }, { name: 'shipment' }, id, { from: null, to: 'draft' })
  if (o.status === 'paid') await ctx.kernel.resources.transitionIn(tx, ctx, order, orderId, 'process')
  await advance(tx, ctx, orderId)
  return { id, number }
}

/**
 * Sends all unsent shipments, and the remaining units as one more. The order must be locked. With `collects` the
 * buyer picks them up, and no shipping e-mail is sent.
 */
export async function shipRest(tx: Tx, ctx: Ctx, o: OrderHead, collects = false): Promise<void> {
  const lines = (await listOpenUnits(tx, o.id)).filter((l) => l.open > 0).map((l) => ({ order_line_id: l.id, quantity: l.open }))
  if (lines.length > 0) await writeShipment(tx, ctx, o.id, lines)
  const waiting = await tx.rows<{ id: number }>(sql`update shipment set collect = collect or ${collects}
    where order_id = ${o.id} and status in ('draft', 'processing') returning id`)
  for (const { id } of waiting.sort((a, b) => a.id - b.id)) await shipShipment(tx, ctx, o, id)
  if (waiting.length > 0) tx.invalidate('shipment')
}

/** Writes a shipment with its lines only. @returns its id */
export async function writeShipment(tx: Tx, ctx: Ctx, orderId: number, lines: ShipmentInput['lines']): Promise<number> {
  const number = await allocateNumber(tx)
  const id = await tx.insert(shipment, { number, order_id: orderId })
  await tx.insertAll(shipmentLine, lines, { shipment_id: id })
  await recordHistory({ tx, ctx }, { name: 'shipment' }, id, { from: null, to: 'draft' })
  return id
}

interface ShipmentRow {
  id: number
  status: string
  collect: boolean
  ready_at: string | null
  order_id: number
}

/** A locked shipment of a locked order. @throws AppError NOT_FOUND */
async function shipmentRow(tx: Tx, orderId: number, id: number): Promise<ShipmentRow> {
  const row = await tx.one<ShipmentRow>(
    sql`select id, status, collect, ready_at, order_id from shipment where id = ${id} and order_id = ${orderId} for update`,
  )
  if (!row) throw new AppError(NOT_FOUND)
  return row
}

/** Sends a shipment: books out its stock and counts its units on the order lines. */
async function shipShipment(tx: Tx, ctx: Ctx, o: OrderHead, id: number): Promise<void> {
  await shipmentRow(tx, o.id, id)
  await ctx.kernel.resources.transitionIn(tx, ctx, shipment, id, 'ship')
  await shipUnits(tx, ctx, o, await readShipmentUnits(tx, id))
  const { collect } = await shipmentRow(tx, o.id, id)
  if (!collect) tx.enqueue(ORDER_EMAIL_JOB, { id: o.id, kind: 'shipped', ref: id })
}

/** Changes the status of a shipment. */
export async function changeShipmentStatus(tx: Tx, ctx: Ctx, orderId: number, id: number, status: string, reason = ''): Promise<void> {
  const o = await lockOrder(tx, orderId)
  const row = await shipmentRow(tx, orderId, id)
  if (row.status === status) return
  const { resources } = ctx.kernel
  const transition = (name: keyof typeof shipmentTransitions) => resources.transitionIn(tx, ctx, shipment, id, name, { reason })
  if (status === 'processing') await transition('pick')
  else if (status === 'shipped') await shipShipment(tx, ctx, o, id)
  else if (status === 'received') {
    // A pickup is sent and delivered in one step.
    if (row.status === 'draft' || row.status === 'processing') await shipShipment(tx, ctx, o, id)
    await transition('receive')
  } else if (status === 'completed') await transition('complete')
  else if (status === 'canceled') await cancelShipment(tx, ctx, o, row, reason)
  else if (status === 'abnormal') {
    await transition('report')
    await setAbnormal(tx, ctx, o, 'goods', reason)
  } else throw validationError({ status: message('core:rule.choice') })
  await advance(tx, ctx, orderId)
  tx.invalidate('order')
}

/**
 * Cancels an unsent or lost shipment: its units have to be sent again. Units of a lost shipment have no reservation
 * left. They are reserved again when staff resolve the order, so an order is marked as abnormal for that.
 */
async function cancelShipment(tx: Tx, ctx: Ctx, o: OrderHead, row: ShipmentRow, reason: string): Promise<void> {
  await ctx.kernel.resources.transitionIn(tx, ctx, shipment, row.id, 'cancel')
  if (row.status !== 'abnormal') return
  await unshipUnits(tx, await readShipmentUnits(tx, row.id))
  if (o.status !== 'canceled' && o.status !== 'refunded') await setAbnormal(tx, ctx, o, 'goods', reason)
}

const readShipmentUnits = (tx: Tx, id: number): Promise<LineQuantity[]> =>
  tx.rows<LineQuantity>(sql`select order_line_id as line_id, quantity from shipment_line where shipment_id = ${id} order by order_line_id`)

/** Notifies the customer, once, that the order is ready for pickup. */
export async function markReady(tx: Tx, orderId: number, id: number): Promise<void> {
  await lockOrder(tx, orderId)
  const row = await shipmentRow(tx, orderId, id)
  if (row.status !== 'draft' && row.status !== 'processing') throw new AppError(WRONG_STATE)
  await tx.run(sql`update shipment set ready_at = coalesce(ready_at, now()), collect = true, updated_at = now() where id = ${id}`)
  tx.enqueue(ORDER_EMAIL_JOB, { id: orderId, kind: 'ready', ref: id })
  tx.invalidate('shipment')
}
