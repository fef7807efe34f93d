/** What the admin's calls of this plugin answer beside rows. Types only. Amounts are decimal strings in the order's currency. */

interface Counted {
  order_line_id: number
  quantity: number
}

/** Answer of `GET /api/admin/order/{id}/view`. */
export interface OrderExtras {
  lines: {
    id: number
    /** Sent or handed over. */
    physical: boolean
    quantity: number
    shipped: number
    canceled: number
    barcode: string | null
    /** Units in no shipment yet. */
    to_pack: number
    /** Units that can still come back. */
    returnable: number
    /** Units that can still be refunded. */
    refundable: number
    /** What is left of the line. */
    left: string
    /** What so many further units are worth. */
    worth: string[]
  }[]
  shipments: {
    id: number
    number: string
    status: string
    carrier_name: string
    tracking_number: string
    tracking_url: string
    collect: boolean
    ready_at: string | null
    shipped_at: string | null
    received_at: string | null
    note: string
    created_at: string
    warehouse: string | null
    lines: Counted[]
  }[]
  returns: {
    id: number
    number: string
    status: string
    kind: string
    requested_by: string
    reason_code: string
    note: string
    created_at: string
    lines: (Counted & { received: number; resaleable: number; reason: string })[]
  }[]
  refunds: {
    id: number
    number: string
    status: string
    method: string
    amount: string
    shipping: string
    reason: string
    failure: string
    requested_by: string | null
    /** Whoever looks asked for it. */
    own: boolean
    created_at: string
    lines: Counted[]
  }[]
  adjustments: { label: string; kind: string; amount: string }[]
  /** What can still be given back. */
  left: { amount: string; shipping: string }
}

/** One of `GET /api/admin/order/stocks`. */
export interface SaleableStock {
  id: number
  sku: string
  barcode: string | null
  name: string
  options: string
  image: string | null
  price: string
  available: number | null
  physical: boolean
}
