import { type Ctx, type Db, extensionPoint } from 'stoa'
import type { TaxStatement } from '../../domain/tax.ts'
import type { Channel, RemainingAmounts } from './adjustment-providers.ts'
import type { SaleLine } from './lines.ts'

/** What is known of a sale whose taxes are to be stated, before it is known what its lines come to. */
export interface TaxableSale {
  currency: string
  channel: Channel
  /** Account of the buyer; null for a guest. */
  customer: number | null
  /** What the buyer said of themselves so far. */
  buyer: { email: string; phone: string | null } | null
  /**
   * Where it is sent, with the three-letter code of the country. Null over a counter, for what is picked up or not sent at all, and in a
   * cart while nobody said where it goes.
   */
  destination: { country: string; area: string } | null
  /** In their order. What is given along for nothing is not among them. */
  lines: readonly TaxableLine[]
}

/** A line whose taxes are to be stated. `kind` with `subject_id` is what is sold, such as a stock. */
export interface TaxableLine extends Pick<SaleLine, 'kind' | 'product_id' | 'quantity'> {
  /** Null for what is no longer there. */
  subject_id: number | null
  product_type: string
  /** How its buyer gets it: `sent`, `later` or `none`. */
  handover: string
}

/**
 * Answers the taxes that a sale includes, of each line and of sending: a function of the amounts alone, in minor units of the currency,
 * after all that was taken off. Rounded half up per line, as `includedTax` does.
 */
export type TaxFunction = (amounts: RemainingAmounts) => TaxStatement

/** States the taxes that prices include. Prices and totals stay as they are. */
export interface TaxRule {
  /** Key of the text by which staff choose it. */
  title: string
  /**
   * Reads what has to be known, once for a sale, and answers the function that states its taxes. Inside the transaction of an order `db` is
   * that; a rule without tables of its own reads nothing. When it throws, or what it answers does not fit, the sale goes on without
   * taxes and the log names the rule.
   */
  prepare(ctx: Ctx, sale: TaxableSale, db: Db): TaxFunction | Promise<TaxFunction>
}

/** Tax rules by the name the settings of orders have in `tax_rule`. */
export const TAX_RULES = extensionPoint<TaxRule>('sales/tax-rules', { description: 'who states the taxes that prices of sales include' })
