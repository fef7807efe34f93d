import { type Ctx, type Db, extensionPoint } from 'stoa'
import type { TaxStatement } from '../../domain/tax.ts'
import type { Channel, RemainingAmounts } from './adjustment-providers.ts'
import type { SaleLine } from './lines.ts'

/** Facts about a sale for its taxes, before the line amounts are known. */
export interface TaxableSale {
  currency: string
  channel: Channel
  /** Account of the buyer; null for a guest. */
  customer: number | null
  /** Contact details of the buyer so far. */
  buyer: { email: string; phone: string | null } | null
  /**
   * Shipping destination, with the three-letter country code. Null at the point of sale, for pickup, for sales
   * without shipping, and in a cart without a destination.
   */
  destination: { country: string; area: string } | null
  /** Lines in order, without free items. */
  lines: readonly TaxableLine[]
}

/** A line to tax. `kind` and `subject_id` identify the item, such as a stock item. */
export interface TaxableLine extends Pick<SaleLine, 'kind' | 'product_id' | 'quantity'> {
  /** Null for an item that no longer exists. */
  subject_id: number | null
  product_type: string
  /** How the buyer gets it: `sent`, `later` or `none`. */
  handover: string
}

/**
 * Returns the taxes included in a sale, for each line and for shipping. A pure function of the amounts, in minor
 * units of the currency, after all adjustments. Rounded half up per line, as in `includedTax`.
 */
export type TaxFunction = (amounts: RemainingAmounts) => TaxStatement

/** Computes the taxes that prices include. Prices and totals do not change. */
export interface TaxRule {
  /** Message key of its name in the settings. */
  title: string
  /**
   * Reads its data once for a sale and returns the function that computes the taxes. Inside the transaction of an
   * order, `db` is that transaction; a rule without tables of its own reads nothing. If it throws, or if its result
   * does not fit the amounts, the sale continues without taxes and the log names the rule.
   */
  prepare(ctx: Ctx, sale: TaxableSale, db: Db): TaxFunction | Promise<TaxFunction>
}

/** Tax rules by the name that `tax_rule` in the order settings selects. */
export const TAX_RULES = extensionPoint<TaxRule>('sales/tax-rules', { description: 'computes the taxes that prices include' })
