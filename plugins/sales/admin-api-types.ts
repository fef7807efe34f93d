import { type Shape, t } from 'stoa'
import { orderStatuses } from './domain/statuses.ts'
import { OrderTax, Tax } from './api-types.ts'

/**
 * What the admin API of this plugin answers beside rows. Pages import only the types. Amounts are decimal strings in
 * the order's currency.
 */

/** Units of a line. */
export const counted = { order_line_id: t.id(), quantity: t.int() }

/** An order line for staff; other plugins add members through `STAFF_PARTS`. */
export const Line = t.object({
  id: t.id(),
  name: t.text('In the language of the reader.'),
  options: t.list(t.object({ label: t.text(), value: t.text() })),
  physical: t.flag('Shipped or handed over.'),
  quantity: t.int(),
  shipped: t.int(),
  canceled: t.int(),
  barcode: t.maybe(t.text()),
  discounts: t.list(t.object({ label: t.text(), amount: t.money() })),
})

/** An order line as an order card shows it, in the reader's language. */
export interface SoldGoods {
  name: string
  quantity: number
  image: string | null
}

/** What `GET /api/admin/order/{id}/view` answers beside the order, with what plugins add through `STAFF_PARTS`. */
export const OrderExtras = t.object({
  lines: t.list(Line),
  shipping_title: t.text('In the language of the reader.'),
  changeable: t.flag('Its lines and its delivery can be changed.'),
  going_back: t.flag('The whole paid amount was or is being refunded; nothing more is shipped.'),
  adjustments: t.list(
    t.object({
      label: t.text(),
      kind: t.text(),
      amount: t.money(),
      goods: t.money('Part of it that reduces lines.'),
      shipping: t.money('Part of it that reduces shipping.'),
    }),
  ),
  taxes: t.list(OrderTax),
})
export type OrderExtras = Shape<typeof OrderExtras>

/** An entry of `GET /api/admin/order/{id}/timeline`: a status change of the order or a comment on it. */
export const TimelineEntry = t.object({
  at: t.dateTime(),
  kind: t.pick(['status', 'comment', 'customer', 'change']),
  from_status: t.maybe(t.pick(orderStatuses)),
  to_status: t.maybe(t.pick(orderStatuses)),
  body: t.text(),
  who: t.text(),
  visible: t.flag('Visible to the customer.'),
})
export type TimelineEntry = Shape<typeof TimelineEntry>

/** What a change would do to an order: `POST /api/admin/order/{id}/change/preview`. */
export const ChangePreview = t.object({
  total_before: t.money(),
  total: t.money(),
  difference: t.money('Difference of the totals; negative if the new total is lower.'),
  due: t.money('Amount due after the change.'),
  refund: t.money('Amount to refund.'),
  subtotal: t.money(),
  discount: t.money(),
  shipping: t.money(),
  taxes: t.list(Tax),
  lines: t.list(
    t.object({
      order_line_id: t.maybe(t.id()),
      name: t.text(),
      quantity: t.int(),
      unit: t.money(),
      discount: t.money(),
      total: t.money(),
    }),
  ),
  changes: t.list(t.text('In the language of the reader.')),
})
export type ChangePreview = Shape<typeof ChangePreview>

/** An entry of `GET /api/admin/order/stocks`. */
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

/** An entry of `GET /api/admin/order/customers`. */
export const Buyer = t.object({
  id: t.id(),
  email: t.text(),
  first_name: t.text(),
  last_name: t.text(),
  country_code: t.maybe(t.text()),
  phone: t.maybe(t.text()),
})
export type Buyer = Shape<typeof Buyer>

/** `GET /api/admin/order/ways`: the shipping and payment methods of an order. */
export const Ways = t.object({
  shipping: t.list(t.object({ id: t.id(), code: t.text(), title: t.text(), price: t.money(), pickup: t.flag('Pickup by the buyer.') })),
  payment: t.list(t.object({ code: t.text(), title: t.text() })),
})
export type Ways = Shape<typeof Ways>
