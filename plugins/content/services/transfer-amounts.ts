import { Type } from '@sinclair/typebox'
import { extensionPoint, type Period, type Sql } from 'stoa'

/** What conversions of one kind were worth, for the report of landing pages. */
export interface TransferAmounts {
  /**
   * SQL: a query of amounts between two days. Columns: `id` (unique), `day`, `ref` (text, as in `ATTRIBUTION.transfer`), `orders`, and `net` and
   * `refund` in minor units of the base currency.
   */
  amountsSql(period: Period): Sql
}

/** Amounts of conversions, by their kind. */
export const TRANSFER_AMOUNTS = extensionPoint<TransferAmounts>('content/transfer-amounts', {
  description: 'sales and refunds of conversions of landing pages, by the kind of the conversion',
  schema: Type.Object({}),
})
