import type { Row } from 'stoa/api-types'
import type { OrderExtras } from '../../admin-api-types.ts'

export type { TimelineEntry as Entry } from '../../admin-api-types.ts'

export interface Address {
  first_name: string
  last_name: string
  country: string
  area?: string
  contact_number: string
  address: string
}

export interface Line extends Row {
  kind: string
  subject_id: number | null
  stock_id: number | null
  sku: string
  name: string
  options: { label: string; value: string }[]
  image: string | null
  quantity: number
  unit: string
  list_unit: string
  discount: string
  total: string
  shipped_quantity: number
  returned_quantity: number
  canceled_quantity: number
  refunded: string
  price_reason: string
  discountable: boolean
  gift: boolean
}

/** Response of `GET /api/admin/order/{id}`. */
export interface Order extends Row {
  order_number: string
  /** The shop it was imported from, and its order number there. */
  imported_from: string | null
  imported_number: string | null
  placed_at: string | null
  version: number
  status: string
  payment_status: string
  fulfilment_status: string
  units_total: number
  units_shipped: number
  hold_expires_at: string | null
  cancel_reason: string
  assigned_to: number | null
  assigned_to_name?: string | null
  customer_id: number | null
  email: string
  first_name: string
  last_name: string
  country_code: string | null
  phone: string | null
  language: string
  currency: string
  exchange_rate: string
  subtotal: string
  discount: string
  shipping: string
  total: string
  paid: string
  refunded: string
  refunded_excess: string
  payment_title: string
  shipping_title: string
  shipping_address: Address | null
  customer_note: string
  choices: Record<string, unknown>
  lines: Line[]
}

/** The order with its details: response of `GET /api/admin/order/{id}/view`. */
export interface FullOrder extends OrderExtras {
  order: Order
}

/** Props of every order dialog. */
export interface DialogProps {
  full: FullOrder
  close: () => void
  done: () => void
}
