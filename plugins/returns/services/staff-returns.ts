import { account, type Db, formatMoney, relation } from 'stoa'
import { type CountedLine, order as orderResource, orderPart, getRefundAmount, type StaffOrder } from 'stoa/plugins/sales'
import { canRefundLines } from '../domain/statuses.ts'
import { refund, refundLine } from '../resources/refund.ts'
import { returnLine, salesReturn } from '../resources/return.ts'
import { LineBack, OrderBack } from '../admin-api-types.ts'
import { findAwaitingApproval } from './approval.ts'
import { listPictures } from './pictures.ts'
import { getRefundable } from './refunds.ts'
import { OPEN_STATUSES, getReturnableUnits } from './returns.ts'

/** Returns and refunds of an order for staff, with the open units of each line. */
export const staffReturns = orderPart({
  shape: OrderBack,
  line: LineBack,
  async read(ctx, order: StaffOrder) {
    const { kernel, actor } = ctx
    const [pictures, left, returns, refunds] = await Promise.all([
      listPictures(kernel, order.id),
      readRefundable(kernel.db, order),
      kernel
        .query(salesReturn, { lines: returnLine, replacement_order: relation(orderResource, { only: ['order_number'] }) })
        .where('order_id', order.id)
        .orderBy('id'),
      kernel
        .query(refund, { requested_by_row: relation(account, { only: ['name'] }), lines: refundLine })
        .where('order_id', order.id)
        .orderBy('id'),
    ])
    const open = refunds.filter(({ status }) => status === 'pending').map((refund) => refund.id)
    const awaitingApproval = open.length > 0 ? await findAwaitingApproval(ctx, kernel.db, open) : new Set<number>()
    const unitsInReturn = new Map<number, number>()
    for (const back of returns)
      if (OPEN_STATUSES.includes(back.status))
        for (const l of back.lines)
          unitsInReturn.set(l.order_line_id, (unitsInReturn.get(l.order_line_id) ?? 0) + l.quantity - l.received_quantity)
    return {
      order: {
        returns: returns.map((back) => ({
          ...back,
          pictures: pictures.get(back.id) ?? [],
          replacements: Array.isArray(back.replacements) ? back.replacements : [],
          replacement_order_number: back.replacement_order?.order_number ?? null,
          lines: back.lines.map((l) => ({ ...l, received: l.received_quantity, resaleable: l.resaleable_quantity })),
        })),
        refunds: refunds.map((refund) => ({
          ...refund,
          requested_by: refund.requested_by_row?.name ?? null,
          waits: awaitingApproval.has(refund.id),
          own: refund.requested_by === (actor.kind === 'admin' ? actor.id : null),
        })),
        left,
      },
      lines: new Map(order.lines.map((line) => [line.id, toLineView(order, line, unitsInReturn)])),
    }
  },
})

const MAX_UNITS = 500

function toLineView(order: StaffOrder, line: CountedLine, coming: ReadonlyMap<number, number>): LineBack {
  const refundable = order.imported_from === null ? line.quantity - line.refunded_quantity : 0
  return {
    returnable: order.imported_from === null ? getReturnableUnits(line, coming) : 0,
    refundable,
    left: formatMoney(line.total - line.refunded),
    // Refund amounts by number of further units, so that the client computes no amounts.
    worth: Array.from({ length: Math.min(refundable, MAX_UNITS) + 1 }, (_, units) => formatMoney(getRefundAmount(line, units))),
  }
}

/** Refundable amount of an order for its screen: none while it awaits payment, and none for an imported order. */
async function readRefundable(db: Db, order: StaffOrder): Promise<OrderBack['left']> {
  if (order.imported_from !== null || !canRefundLines(order.status)) return { amount: '0.00', shipping: '0.00' }
  const { amount, shipping } = await getRefundable(db, order)
  return { amount: formatMoney(Math.max(0, amount)), shipping: formatMoney(Math.max(0, shipping)) }
}
