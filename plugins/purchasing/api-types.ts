import { type Shape, t } from 'stoa'
import { poStatuses } from './domain/statuses.ts'

/** Response types of the purchasing API. Screens import the types alone, not the schemas. Amounts are decimal strings. */

/** The terms of a supplier for a stock. */
export const Offer = t.object({
  supplier_id: t.id(),
  supplier: t.text(),
  currency: t.text(),
  cost: t.money(),
  lead_time_days: t.int(),
  min_qty: t.int(),
})
export type Offer = Shape<typeof Offer>

/** A stock from `GET /api/admin/po/stocks`. */
export const StockToBuy = t.object({
  id: t.id(),
  sku: t.text(),
  name: t.text(),
  options: t.text(),
  available: t.maybe(t.int()),
  incoming: t.int(),
  cost: t.maybe(t.money("Cost in the supplier's currency; null when no price of the supplier is known.")),
  supplier_sku: t.text(),
  min_qty: t.int(),
})
export type StockToBuy = Shape<typeof StockToBuy>

/** One line of `GET /api/admin/po/suggest`. */
export const Suggestion = t.object({
  stock_id: t.id(),
  product_id: t.id(),
  sku: t.text(),
  name: t.text(),
  options: t.text(),
  available: t.int(),
  incoming: t.int(),
  planned: t.int('Units on purchase orders that are not sent yet.'),
  threshold: t.int(),
  sold: t.int('Units sold in thirty days.'),
  offers: t.list(Offer),
  supplier_id: t.maybe(t.id('Cheapest supplier; null when none is known.')),
  quantity: t.int('Units to buy, in whole lots of that supplier.'),
})
export type Suggestion = Shape<typeof Suggestion>

/** A draft created from a suggestion. */
export const Ordered = t.object({ id: t.id(), number: t.text(), supplier_id: t.id() })
export type Ordered = Shape<typeof Ordered>

/** One row of `GET /api/admin/po/incoming`: incoming units of a stock. */
export const Incoming = t.object({
  stock_id: t.id(),
  sku: t.text(),
  po_id: t.id(),
  number: t.text(),
  expected_at: t.maybe(t.day()),
  quantity: t.int(),
})
export type Incoming = Shape<typeof Incoming>

/** A line of an order with its progress. */
export const PoLine = t.object({
  id: t.id(),
  stock_id: t.id(),
  product_id: t.id(),
  sku: t.text(),
  supplier_sku: t.text(),
  barcode: t.maybe(t.text()),
  name: t.text(),
  options: t.text(),
  image: t.maybe(t.text('Path of the picture.')),
  dated: t.flag('Its units expire, so receipts need a date.'),
  quantity: t.int(),
  received: t.int(),
  rejected: t.int(),
  closed: t.int(),
  open: t.int(),
  unit_cost: t.money(),
  discount: t.money(),
  /** Unit cost after the line discount; the default cost of received items. */
  net_cost: t.money(),
  total: t.money(),
})
export type PoLine = Shape<typeof PoLine>

/** A receipt with its lines. */
export const PoReceipt = t.object({
  id: t.id(),
  number: t.text(),
  received_at: t.dateTime(),
  who: t.text(),
  delivery_note: t.text(),
  lines: t.list(
    t.object({
      id: t.id(),
      po_line_id: t.id(),
      sku: t.text(),
      name: t.text(),
      accepted: t.int(),
      rejected: t.int(),
      expiry_date: t.maybe(t.day()),
      lot_code: t.maybe(t.text()),
      reason: t.text(),
      unit_cost: t.money(),
    }),
  ),
})
export type PoReceipt = Shape<typeof PoReceipt>

/** A posted receipt, and the new status of the order. */
export const Posted = t.object({ id: t.id(), number: t.text(), status: t.pick(poStatuses) })
export type Posted = Shape<typeof Posted>

const Supplier = t.object({
  id: t.id(),
  code: t.text(),
  name: t.text(),
  email: t.maybe(t.text()),
  phone: t.text(),
  language: t.text(),
  payment_terms_days: t.int(),
})

/** Answer of `GET /api/admin/po/{id}/view`: an order with its related data. */
export const PoView = t.object({
  id: t.id(),
  number: t.text(),
  status: t.pick(poStatuses),
  currency: t.text(),
  exchange_rate: t.text(),
  subtotal: t.money(),
  discount: t.money(),
  freight: t.money(),
  total: t.money(),
  base_total: t.money(),
  base_currency: t.text(),
  remark: t.text(),
  closed_reason: t.text(),
  created_at: t.dateTime(),
  ordered_at: t.maybe(t.dateTime()),
  expected_at: t.maybe(t.day()),
  creator: t.text(),
  approver: t.text(),
  waits: t.flag('Requires approval first; it is decided in the approvals list.'),
  own: t.flag('The caller created this order, so another account has to approve it.'),
  supplier: Supplier,
  warehouse: t.object({ id: t.id(), name: t.text() }),
  mails_wanted: t.int(),
  mails_sent: t.int(),
  lines: t.list(PoLine),
  receipts: t.list(PoReceipt),
  payments: t.list(t.object({ id: t.id(), amount: t.money(), method: t.text(), reference: t.text(), paid_at: t.day() })),
  due: t.money(),
  paid: t.money(),
  history: t.list(
    t.object({
      at: t.dateTime(),
      from_status: t.maybe(t.pick(poStatuses)),
      to_status: t.pick(poStatuses),
      reason: t.text(),
      who: t.text(),
    }),
  ),
})
export type PoView = Shape<typeof PoView>
