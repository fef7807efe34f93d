import type { Row } from 'stoa'
import type { OrderAmounts } from './amounts.ts'

/** A stored row of `order_import`, with amounts as decimal strings. */
export interface StoredImport extends Row {
  imported_from: string
  imported_number: string
  order_id: number | null
  placed_at: string
  status: 'completed' | 'canceled' | 'refunded'
  email: string | null
  first_name: string
  last_name: string
  phone: string
  currency: string
  exchange_rate: string
  discount_code: string
  total: string
  refunded: string
  payment_title: string
  shipping_title: string
  recipient: string
  recipient_last_name: string
  recipient_phone: string
  street: string
  street2: string
  city: string
  province: string
  zip: string
  country: string
  billing_street: string
  billing_street2: string
  billing_city: string
  billing_province: string
  billing_zip: string
  billing_country: string
  customer_note: string
}

/** An order to be created from such a row. */
export interface ImportedOrder {
  row: StoredImport
  amounts: OrderAmounts
  person: number | null
  customer: number | null
  language: string
}
