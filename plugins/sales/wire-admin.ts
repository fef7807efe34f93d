import { type Shape, t } from '#core'
import { orderStatuses, refundStatuses, returnStatuses, shipmentStatuses } from './domain/statuses.ts'
import { parcel } from './wire.ts'

/** What the admin's calls of this plugin answer beside rows. Pages import the types alone. Amounts are decimal strings in the order's currency. */

const counted = { order_line_id: t.id(), quantity: t.int() }

const Line = t.object({
  id: t.id(),
  physical: t.flag('Sent or handed over.'),
  quantity: t.int(),
  shipped: t.int(),
  canceled: t.int(),
  barcode: t.maybe(t.text()),
  to_pack: t.int('Units in no shipment yet.'),
  returnable: t.int('Units that can still come back.'),
  refundable: t.int('Units that can still be refunded.'),
  left: t.money('What is left of the line.'),
  worth: t.list(t.money('What so many further units are worth.')),
})

const Parcel = t.object({
  id: t.id(),
  ...parcel,
  status: t.pick(shipmentStatuses),
  received_at: t.maybe(t.when()),
  note: t.text(),
  created_at: t.when(),
  warehouse: t.maybe(t.text()),
  lines: t.list(t.object(counted)),
})

const SentBack = t.object({
  id: t.id(),
  number: t.text(),
  status: t.pick(returnStatuses),
  kind: t.text(),
  requested_by: t.text(),
  reason_code: t.text(),
  note: t.text(),
  created_at: t.when(),
  lines: t.list(t.object({ ...counted, received: t.int(), resaleable: t.int(), reason: t.text() })),
})

const GivenBack = t.object({
  id: t.id(),
  number: t.text(),
  status: t.pick(refundStatuses),
  method: t.text(),
  amount: t.money(),
  shipping: t.money(),
  reason: t.text(),
  failure: t.text(),
  requested_by: t.maybe(t.text()),
  own: t.flag('Whoever looks asked for it.'),
  waits: t.flag('Others have to approve it first; they decide where approvals are.'),
  created_at: t.when(),
  lines: t.list(t.object(counted)),
})

/** What `GET /api/admin/order/{id}/view` answers beside the order. */
export const OrderExtras = t.object({
  lines: t.list(Line),
  shipments: t.list(Parcel),
  returns: t.list(SentBack),
  refunds: t.list(GivenBack),
  adjustments: t.list(
    t.object({
      label: t.text(),
      kind: t.text(),
      amount: t.money(),
      goods: t.money('What of it is off goods.'),
      shipping: t.money('What of it is off sending.'),
    }),
  ),
  left: t.object({ amount: t.money(), shipping: t.money() }),
})
export type OrderExtras = Shape<typeof OrderExtras>

/** One of `GET /api/admin/order/{id}/timeline`: a step of the order, or something said about it. */
export const TimelineEntry = t.object({
  at: t.when(),
  kind: t.pick(['status', 'comment', 'customer']),
  from_status: t.maybe(t.pick(orderStatuses)),
  to_status: t.maybe(t.pick(orderStatuses)),
  body: t.text(),
  who: t.text(),
  visible: t.flag('The customer sees it.'),
})
export type TimelineEntry = Shape<typeof TimelineEntry>

/** One of `GET /api/admin/order/stocks`. */
export const SaleableStock = t.object({
  id: t.id(),
  sku: t.text(),
  barcode: t.maybe(t.text()),
  name: t.text(),
  options: t.text(),
  image: t.maybe(t.text()),
  price: t.money(),
  available: t.maybe(t.int()),
  physical: t.flag(),
})
export type SaleableStock = Shape<typeof SaleableStock>

/** One of `GET /api/admin/order/customers`. */
export const Buyer = t.object({
  id: t.id(),
  email: t.text(),
  first_name: t.text(),
  last_name: t.text(),
  country_code: t.maybe(t.text()),
  phone: t.maybe(t.text()),
})
export type Buyer = Shape<typeof Buyer>

/** `GET /api/admin/order/ways`: how an order can be sent and paid. */
export const Ways = t.object({
  shipping: t.list(t.object({ id: t.id(), title: t.text(), price: t.money() })),
  payment: t.list(t.object({ code: t.text(), title: t.text() })),
})
export type Ways = Shape<typeof Ways>

/** A document that was written for an order: a return, a refund. */
export const Written = t.object({ id: t.id(), number: t.text(), status: t.text() })
export type Written = Shape<typeof Written>
