import { f, idempotent, invalid, NOT_FOUND, route, t, text, WRONG_STATE } from '#core'
import { shipmentStatuses } from '../domain/statuses.ts'
import { lockOrder, orderIdOf } from '../services/order/head.ts'
import { MOST_LINES } from '../services/order/input.ts'
import { carriage, carriageOf, relabel } from '../services/order/parcel.ts'
import { decisions, moveReturn, receiveReturn, writeReturn } from '../services/order/returns.ts'
import { markReady, moveShipment, packShipment } from '../services/order/shipments.ts'
import { Written } from '../wire-admin.ts'

const units = { order_line_id: f.int({ min: 1 }), quantity: f.int({ min: 1, max: 9_999 }) }
const counted = { order_line_id: f.int({ min: 1 }), received: f.int({ min: 0, max: 9_999 }), resaleable: f.int({ min: 0, max: 9_999 }) }
const many = { maxItems: MOST_LINES }
const reason = f.text({ default: '', maxLength: 500 })
const fails = [NOT_FOUND, WRONG_STATE]

/** Parcels and returns of an order. */
export const goodsRoutes = [
  route({
    on: 'POST /order/:id/shipment',
    id: 'order.pack',
    summary: 'Begins a parcel of an order, or lays goods ready to be collected',
    needs: 'ship order',
    keyed: true,
    body: {
      ...carriage,
      lines: f.items(units, many),
      status: f.pick(['draft', 'processing', 'shipped', 'received'], { default: 'draft' }),
      collect: f.flag({ default: false }),
      note: f.text({ default: '', maxLength: 500 }),
    },
    answer: t.row('shipment'),
    status: 201,
    fails,
    run: async ({ kernel, ctx, params, body, key }) => {
      const { lines, status, collect, note } = body
      const packing = { ...(await carriageOf(ctx, body)), lines, collect, note }
      const made = await kernel.work((tx) =>
        idempotent(tx, `shipment ${params.id}`, key, body, async () => {
          const packed = await packShipment(tx, ctx, params.id, packing)
          if (status !== 'draft') await moveShipment(tx, ctx, params.id, packed.id, status)
          return packed
        }),
      )
      return kernel.resources.get(ctx, 'shipment', made.id)
    },
  }),
  route({
    on: 'PUT /shipment/:id',
    id: 'shipment.update',
    summary: 'Moves a parcel on, says that it can be collected, or writes anew who carries it or what is noted',
    description: 'Carrier and tracking belong together: when one of them is sent, those that are not become empty.',
    needs: 'ship order',
    body: {
      carrier_id: carriage.carrier_id,
      carrier_name: f.maybe(f.text({ maxLength: 100 })),
      tracking_number: f.maybe(f.text({ maxLength: 100 })),
      tracking_url: carriage.tracking_url,
      note: f.maybe(f.text({ maxLength: 500 })),
      status: f.maybe(f.pick(shipmentStatuses)),
      ready: f.flag({ default: false }),
      reason,
    },
    answer: t.row('shipment'),
    fails,
    run: async ({ kernel, ctx, params: { id }, body }) => {
      const { carrier_id, carrier_name, tracking_number, tracking_url, note, status, ready } = body
      const given = [carrier_id, carrier_name, tracking_number, tracking_url].some((value) => value !== null)
      const by = given
        ? await carriageOf(ctx, { carrier_id, carrier_name: carrier_name ?? '', tracking_number: tracking_number ?? '', tracking_url })
        : undefined
      const orderId = await orderIdOf(ctx, 'shipment', id)
      await kernel.work(async (tx) => {
        await lockOrder(tx, orderId)
        await relabel(tx, id, by, note)
        if (ready) await markReady(tx, orderId, id)
        if (status !== null) await moveShipment(tx, ctx, orderId, id, status, body.reason)
        tx.touch('shipment')
      })
      return kernel.resources.get(ctx, 'shipment', id)
    },
  }),
  route({
    on: 'POST /order/:id/return',
    id: 'order.return',
    summary: 'Writes down what of an order comes back; it is approved at once',
    needs: 'return order',
    keyed: true,
    body: {
      lines: f.items({ ...units, reason: f.text({ default: '', maxLength: 200 }) }, many),
      kind: f.pick(['return', 'exchange', 'refund_only'], { default: 'return' }),
      reason_code: f.text({ default: '', maxLength: 100 }),
      note: f.text({ default: '', maxLength: 1_000 }),
    },
    answer: Written,
    status: 201,
    fails,
    run: ({ kernel, ctx, params: { id }, body, key }) =>
      kernel.work((tx) => idempotent(tx, `return ${id}`, key, body, () => writeReturn(tx, ctx, id, { ...body, requested_by: 'staff' }))),
  }),
  route({
    on: 'PUT /return/:id',
    id: 'return.update',
    summary: 'Counts what came back, decides about a return, or both',
    needs: 'return order',
    keyed: true,
    body: { lines: f.maybe(f.items(counted, many)), status: f.maybe(f.pick(decisions)), reason },
    answer: t.row('return'),
    fails,
    run: async ({ kernel, ctx, params: { id }, body, key }) => {
      const { lines, status } = body
      if (!lines && status === null) throw invalid({ status: text('core:rule.required') })
      const orderId = await orderIdOf(ctx, 'sales_return', id)
      await kernel.work((tx) =>
        idempotent(tx, `return-move ${id}`, key, body, async () => {
          if (lines) await receiveReturn(tx, ctx, orderId, id, lines)
          if (status !== null) await moveReturn(tx, ctx, orderId, id, status, body.reason)
          return { id }
        }),
      )
      return kernel.resources.get(ctx, 'return', id)
    },
  }),
]
