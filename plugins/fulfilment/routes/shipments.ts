import { type Ctx, f, AppError, idempotent, NOT_FOUND, route, sql, t, WRONG_STATE } from 'stoa'
import { lockOrder, MAX_LINES } from 'stoa/plugins/sales'
import { shipmentStatuses } from '../domain/statuses.ts'
import { carriage, parseCarriage, changeCarriage } from '../services/carriage.ts'
import { markReady, changeShipmentStatus, packShipment } from '../services/shipments.ts'

const shipmentUnits = { order_line_id: f.int({ min: 1 }), quantity: f.int({ min: 1, max: 9_999 }) }
/** Packed weight in grams. */
const weight = f.maybe(f.int({ min: 1, max: 10_000_000 }))
const errors = [NOT_FOUND, WRONG_STATE]

/** The order of a shipment. @throws AppError NOT_FOUND */
async function findOrder({ kernel }: Ctx, id: number): Promise<number> {
  const row = await kernel.db.one<{ order_id: number }>(sql`select order_id from shipment where id = ${id}`)
  if (!row) throw new AppError(NOT_FOUND)
  return row.order_id
}

/** Shipments of an order. */
export const shipmentRoutes = [
  route({
    on: 'POST /order/:id/shipment',
    id: 'order.pack',
    summary: 'Creates a shipment or a pickup of an order',
    needs: 'ship order',
    idempotent: true,
    body: {
      ...carriage,
      lines: f.items(shipmentUnits, { maxItems: MAX_LINES }),
      status: f.pick(['draft', 'processing', 'shipped', 'received'], { default: 'draft' }),
      collect: f.flag({ default: false }),
      weight_g: weight,
      note: f.text({ default: '', maxLength: 500 }),
    },
    response: t.row('shipment'),
    status: 201,
    errors: errors,
    run: async ({ kernel, ctx, params, body, idempotencyKey }) => {
      const { lines, status, collect, weight_g, note } = body
      const packing = { ...(await parseCarriage(ctx, body)), lines, collect, weight_g, note }
      const made = await kernel.transaction((tx) =>
        idempotent(tx, `shipment ${params.id}`, idempotencyKey, body, async () => {
          const packed = await packShipment(tx, ctx, params.id, packing)
          if (status !== 'draft') await changeShipmentStatus(tx, ctx, params.id, packed.id, status)
          return packed
        }),
      )
      return kernel.resources.get(ctx, 'shipment', made.id)
    },
  }),
  route({
    on: 'PUT /shipment/:id',
    id: 'shipment.update',
    summary: 'Changes status, carrier or note of a shipment, or marks it as ready for pickup',
    description: 'Carrier and tracking belong together: when one of them is sent, those that are not sent become blank.',
    needs: 'ship order',
    body: {
      carrier_id: carriage.carrier_id,
      carrier_name: f.maybe(f.text({ maxLength: 100 })),
      tracking_number: f.maybe(f.text({ maxLength: 100 })),
      tracking_url: carriage.tracking_url,
      weight_g: weight,
      note: f.maybe(f.text({ maxLength: 500 })),
      status: f.maybe(f.pick(shipmentStatuses)),
      ready: f.flag({ default: false }),
      reason: f.text({ default: '', maxLength: 500 }),
    },
    response: t.row('shipment'),
    errors: errors,
    run: async ({ kernel, ctx, params: { id }, body, request }) => {
      const { carrier_id, carrier_name, tracking_number, tracking_url, weight_g, status, ready } = body
      // An empty note deletes it; an absent one stays.
      const note = Object.hasOwn(Object(request.body), 'note') ? (body.note ?? '') : null
      const hasCarriage = [carrier_id, carrier_name, tracking_number, tracking_url].some((value) => value !== null)
      const carriageInput = hasCarriage
        ? await parseCarriage(ctx, { carrier_id, carrier_name: carrier_name ?? '', tracking_number: tracking_number ?? '', tracking_url })
        : undefined
      const orderId = await findOrder(ctx, id)
      await kernel.transaction(async (tx) => {
        await lockOrder(tx, orderId)
        await changeCarriage(tx, id, carriageInput, { weight_g, note })
        if (ready) await markReady(tx, orderId, id)
        if (status !== null) await changeShipmentStatus(tx, ctx, orderId, id, status, body.reason)
        tx.invalidate('shipment')
      })
      return kernel.resources.get(ctx, 'shipment', id)
    },
  }),
]
