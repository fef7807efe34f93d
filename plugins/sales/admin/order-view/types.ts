import type { Row } from '#core/wire'

interface Address {
  first_name: string
  last_name: string
  country: string
  contact_number: string
  address: string
}

interface Line extends Row {
  sku: string
  name: string
  options: { label: string; value: string }[]
  image: string | null
  quantity: number
  unit: string
  list_unit: string
  total: string
}

/** An order as `GET /api/admin/order/{id}` answers it. */
export interface Order extends Row {
  order_number: string
  placed_at: string
  status: string
  email: string
  first_name: string
  last_name: string
  country_code: string | null
  phone: string | null
  currency: string
  exchange_rate: string
  subtotal: string
  discount: string
  shipping: string
  total: string
  paid: string
  refunded: string
  payment_title: string
  shipping_title: string
  shipping_address: Address | null
  customer_note: string
  lines: Line[]
}

/** One line of `GET /api/admin/order/{id}/timeline`. */
export interface Entry {
  at: string
  kind: 'status' | 'comment'
  from_status: string | null
  to_status: string | null
  body: string
  who: string
}
