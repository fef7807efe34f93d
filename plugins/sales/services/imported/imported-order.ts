import type { ImportRow } from '../../resources/order-import-fields.ts'
import type { OrderAmounts } from './amounts.ts'

/** A stored row of `order_import`, with amounts as decimal strings. */
export type StoredImport = ImportRow & { exchange_rate: string }

/** An order to be created from such a row. */
export interface ImportedOrder {
  row: StoredImport
  amounts: OrderAmounts
  person: number | null
  customer: number | null
  language: string
}
