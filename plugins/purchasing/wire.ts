/** What the calls for purchase orders answer beside their rows. Types only. Amounts are decimal texts. */

/** What a supplier takes for a stock. */
export interface Offer {
  supplier_id: number
  supplier: string
  currency: string
  cost: string
  lead_time_days: number
  min_qty: number
}

/** Goods as `GET /api/admin/po/stocks` offers them for an order. */
export interface StockToBuy {
  id: number
  sku: string
  name: string
  options: string
  available: number | null
  incoming: number
  /** What the supplier takes, in the supplier's currency; null when they do not sell it as far as is known. */
  cost: string | null
  supplier_sku: string
  min_qty: number
}

/** One line of `GET /api/admin/po/suggest`. */
export interface Suggestion {
  stock_id: number
  product_id: number
  sku: string
  name: string
  options: string
  available: number
  incoming: number
  threshold: number
  /** Units sold in thirty days. */
  sold: number
  offers: Offer[]
  /** Who takes least; null when nobody is known to sell it. */
  supplier_id: number | null
  /** Units to buy, in whole lots of that supplier. */
  quantity: number
}

/** A line of an order with how far it is. */
export interface PoLine {
  id: number
  stock_id: number
  product_id: number
  sku: string
  supplier_sku: string
  name: string
  options: string
  /** Its goods expire, so receipts need a date. */
  dated: boolean
  quantity: number
  received: number
  rejected: number
  closed: number
  open: number
  unit_cost: string
  discount: string
  total: string
}

/** A receipt with its lines. */
export interface PoReceipt {
  id: number
  number: string
  received_at: string
  who: string
  delivery_note: string
  lines: {
    id: number
    po_line_id: number
    sku: string
    name: string
    accepted: number
    rejected: number
    expiry_date: string | null
    lot_code: string | null
    reason: string
    unit_cost: string
  }[]
}

/** Answer of `GET /api/admin/po/{id}/view`: an order with all that belongs to it. */
export interface PoView {
  id: number
  number: string
  status: string
  currency: string
  exchange_rate: string
  subtotal: string
  discount: string
  freight: string
  total: string
  base_total: string
  base_currency: string
  remark: string
  closed_reason: string
  created_at: string
  ordered_at: string | null
  expected_at: string | null
  creator: string
  approver: string
  /** Whoever asks made this order, so somebody else has to approve it. */
  own: boolean
  supplier: { id: number; code: string; name: string; email: string | null; phone: string; language: string; payment_terms_days: number }
  warehouse: { id: number; name: string }
  mails_wanted: number
  mails_sent: number
  lines: PoLine[]
  receipts: PoReceipt[]
  payments: { id: number; amount: string; method: string; reference: string; paid_at: string }[]
  due: string
  paid: string
  history: { at: string; from_status: string | null; to_status: string; reason: string; who: string }[]
}
