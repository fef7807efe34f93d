import { type Ctx, type Db, splitByWeight } from 'stoa'
import { fitTaxes, noTaxes, type TaxStatement } from '../../domain/tax.ts'
import {
  type AdjustmentResult,
  applyAdjustments,
  applyFurtherAdjustments,
  type Adjustment,
  type RemainingAmounts,
} from './adjustment-providers.ts'
import { type SaleCurrency, unitPrice } from './currency.ts'
import { readLines, type SaleLine } from './lines.ts'
import type { TaxFunction } from './tax-rules.ts'

/** A line with its selling price. Unit amounts in minor units of the sale's currency. */
export interface PricedLine extends SaleLine {
  /** The shop's unit price. */
  shopUnit: number
  /** Selling price per unit before adjustments. */
  unit: number
  /** Unit price without the special price. */
  listUnit: number
  /** Why the price differs from the shop's. */
  priceReason: string
  /** Automatic adjustments may lower its price. */
  discountable: boolean
  /** It is a free item. */
  gift: boolean
}

/** A price set by staff instead of the shop's price. */
export interface ManualPrice {
  /** In minor units of the sale's currency. */
  unit: number
  reason: string
  discountable: boolean
}

/** A line at the shop's price, or at the price staff set. */
export function priceLine(line: SaleLine, money: SaleCurrency, manualPrice: ManualPrice | null = null): PricedLine {
  const usual = unitPrice(line.pay, money)
  const isManualPrice = manualPrice !== null && manualPrice.unit !== usual
  return {
    ...line,
    shopUnit: usual,
    unit: isManualPrice ? manualPrice.unit : usual,
    listUnit: unitPrice(line.price, money),
    priceReason: isManualPrice ? manualPrice.reason : '',
    discountable: !isManualPrice || manualPrice.discountable,
    gift: false,
  }
}

/** A quantity of an item, with the price staff set, if any. */
export interface ItemToPrice {
  kind: string
  subject_id: number
  quantity: number
  manualPrice: ManualPrice | null
}

/** Lines of items at current prices, in input order; undefined for items that are no longer for sale. */
export async function priceItems(
  ctx: Ctx,
  items: readonly ItemToPrice[],
  money: SaleCurrency,
  db: Db,
): Promise<(PricedLine | undefined)[]> {
  const requestedLines = items.map(({ kind, subject_id, quantity }, id) => ({ id, kind, subject_id, quantity }))
  const found = new Map((await readLines(db, ctx, requestedLines)).map((line) => [line.id, line]))
  return items.map(({ manualPrice }, i) => {
    const line = found.get(i)
    return line && priceLine(line, money, manualPrice)
  })
}

/** One provider's adjustment step, with the provider's name. */
export interface Step {
  kind: string
  adjust(left: RemainingAmounts): readonly Adjustment[]
}

/** A step for a manual amount off all lines, divided in proportion to their amounts. */
export const createManualStep = (kind: 'manual' | 'rounding', amount: number, label: string): Step => ({
  kind,
  adjust: ({ lines }) => (amount > 0 ? [{ label, shares: splitByWeight(amount, [...lines]) }] : []),
})

/** What decides the price of a sale beside its lines: adjustments and included taxes. */
export interface PriceRules {
  steps: readonly Step[]
  /** No taxes if absent. */
  taxes?: TaxFunction
}

/** A priced sale. Amounts in minor units of its currency. */
export interface PricedSale {
  currency: SaleCurrency
  /** Free items come last. */
  lines: readonly PricedLine[]
  /** Sum of the lines before adjustments. */
  subtotal: number
  /** Sum of the reductions of lines. */
  discount: number
  /** Shipping amount after adjustments. */
  shipping: number
  total: number
  /** The applied adjustments, and the amount of each paid line. */
  adjusted: AdjustmentResult
  /** The taxes included in those amounts. */
  taxes: TaxStatement
}

/** Totals of lines and shipping. Line amounts are integers, so sums are not rounded again. */
export function priceSale(
  lines: readonly PricedLine[],
  shipping: number,
  { steps, taxes = noTaxes }: PriceRules,
  currency: SaleCurrency,
): PricedSale {
  const result = applyAdjustments(lines, shipping, steps, currency.code)
  return { currency, lines: [...lines, ...giftLines(result, currency)], ...getSums(lines, result), taxes: taxes(result) }
}

/**
 * The same sale after further steps, such as cash rounding; they give no free items. These reductions are not part of
 * the price, so taxes stay as long as they fit the line amounts.
 */
export function applyFurtherSteps(sale: PricedSale, ...steps: readonly Step[]): PricedSale {
  const lines = sale.lines.filter(({ gift }) => !gift)
  const result = applyFurtherAdjustments(sale.adjusted, lines, steps, sale.currency.code)
  return { ...sale, ...getSums(lines, result), taxes: fitTaxes(sale.taxes, result) }
}

function getSums(lines: readonly PricedLine[], result: AdjustmentResult): Omit<PricedSale, 'lines' | 'currency' | 'taxes'> {
  const subtotal = lines.reduce((sum, l) => sum + l.unit * l.quantity, 0)
  const remaining = result.lines.reduce((sum, l) => sum + l, 0)
  return { subtotal, discount: subtotal - remaining, shipping: result.shipping, total: remaining + result.shipping, adjusted: result }
}

/** Free items as lines with a price of zero. */
const giftLines = ({ gifts }: AdjustmentResult, money: SaleCurrency): PricedLine[] =>
  gifts.map(({ line, label }) => ({ ...priceLine(line, money), shopUnit: 0, unit: 0, priceReason: label, gift: true }))
