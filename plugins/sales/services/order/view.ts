import { account, back, type Ctx, Failed, formatMoney, type Loaded, NOT_FOUND, parseMoney, type Row, shaped, sql, step } from '#core'
import { stock } from '../../../catalogue/index.ts'
import { warehouseNames } from '../../../inventory/index.ts'
import { refundOf } from '../../domain/refund.ts'
import { order, orderLine } from '../../resources/order.ts'
import { waitingRefunds } from './approval.ts'
import { offGoodsSql } from './discounts.ts'
import { refund, refundLine, returnLine, salesReturn } from '../../resources/refund.ts'
import { shipment, shipmentLine } from '../../resources/shipment.ts'
import { OrderExtras } from '../../wire-admin.ts'

const whole = {
  lines: step(orderLine, { graph: { stock: step(stock, { only: ['barcode'] }) } }),
  shipments: back(shipment, 'order_id', { graph: { lines: shipmentLine } }),
  returns: back(salesReturn, 'order_id', { graph: { lines: returnLine } }),
  refunds: back(refund, 'order_id', { graph: { requested_by_row: step(account, { only: ['name'] }), lines: refundLine } }),
}

type Whole = Loaded<(typeof order)['fields'], typeof whole>

/** What the screen of an order shows beside its row: parcels, returns, refunds, and what of each line is still open. */
export async function extrasOf(ctx: Ctx, id: number): Promise<OrderExtras> {
  const { kernel, actor } = ctx
  const [found, adjustments] = await Promise.all([
    kernel.query(order, whole).findById(id),
    kernel.db.rows<{ label: string; kind: string; minor: number; goods: number }>(
      sql`select label, kind, amount_minor as minor, -${offGoodsSql} as goods from order_adjustment where order_id = ${id} order by id`,
    ),
  ])
  if (!found) throw new Failed(NOT_FOUND)
  const open = found.refunds.filter(({ status }) => status === 'pending').map((given) => given.id)
  const waiting = open.length > 0 ? await waitingRefunds(ctx, kernel.db, open) : new Set<number>()
  const warehouses = await warehouseNames(
    kernel,
    found.shipments.map((parcel) => parcel.warehouse_id),
  )
  return shaped(OrderExtras, {
    lines: found.lines.map((line) => lineOf(line, found)),
    shipments: found.shipments.map((parcel) => ({ ...parcel, warehouse: warehouses.get(parcel.warehouse_id ?? 0) ?? null })),
    returns: found.returns.map((back) => ({
      ...back,
      lines: back.lines.map((l) => ({ ...l, received: l.received_quantity, resaleable: l.resaleable_quantity })),
    })),
    refunds: found.refunds.map((given) => ({
      ...given,
      requested_by: given.requested_by_row?.name ?? null,
      waits: waiting.has(given.id),
      own: given.requested_by === (actor.kind === 'admin' ? actor.id : null),
    })),
    adjustments: adjustments.map(({ minor, goods, ...a }) => ({
      ...a,
      amount: formatMoney(minor),
      goods: formatMoney(goods),
      shipping: formatMoney(goods - minor),
    })),
    left: leftOf(found),
  })
}

/** Units of a line in documents that still count. */
const unitsOf = <L extends { order_line_id: number }>(
  id: number,
  documents: readonly { lines: readonly L[] }[],
  units: (line: L) => number,
) =>
  sum(
    documents.flatMap(({ lines }) => lines.filter((l) => l.order_line_id === id)),
    units,
  )

const sum = <T>(all: readonly T[], of: (one: T) => number) => all.reduce((total, one) => total + of(one), 0)

function lineOf(line: Whole['lines'][number], { shipments, returns }: Whole): OrderExtras['lines'][number] {
  const packed = unitsOf(
    line.id,
    shipments.filter((p) => p.status !== 'canceled'),
    (l) => l.quantity,
  )
  const coming = unitsOf(
    line.id,
    returns.filter((r) => OPEN_RETURNS.has(r.status)),
    (l) => l.quantity - l.received_quantity,
  )
  const [total, refunded] = [parseMoney(line.total), parseMoney(line.refunded)]
  const refundable = line.quantity - line.refunded_quantity
  return {
    id: line.id,
    physical: line.handover === 'sent',
    quantity: line.quantity,
    shipped: line.shipped_quantity,
    canceled: line.canceled_quantity,
    barcode: line.stock?.barcode ?? null,
    to_pack: line.quantity - line.canceled_quantity - packed,
    returnable: line.shipped_quantity - line.returned_quantity - coming,
    refundable,
    left: formatMoney(total - refunded),
    // What each number of further units is worth, so that the screen never works out money.
    worth: Array.from({ length: Math.min(refundable, MOST_UNITS) + 1 }, (_, units) =>
      formatMoney(refundOf({ total, quantity: line.quantity, refunded_quantity: line.refunded_quantity, refunded }, units)),
    ),
  }
}

const OPEN_RETURNS: ReadonlySet<string> = new Set(['pending', 'approved', 'partial_received'])
const MOST_UNITS = 500

/** What can still be given back of an order: refunds that were asked for count as given. */
function leftOf({ paid, refunded, shipping, refunds }: Whole): OrderExtras['left'] {
  const asked = refunds.filter(({ status }) => status !== 'rejected' && status !== 'canceled')
  const given = Math.max(
    parseMoney(refunded),
    sum(asked, (r) => parseMoney(r.amount)),
  )
  return {
    amount: formatMoney(Math.max(0, parseMoney(paid) - given)),
    shipping: formatMoney(Math.max(0, parseMoney(shipping) - sum(asked, (r) => parseMoney(r.shipping)))),
  }
}

/** Fields every answer about an order carries after something was done to it. */
export const orderRow = (ctx: Ctx, id: number): Promise<Row> => ctx.kernel.resources.get(ctx, 'order', id)
