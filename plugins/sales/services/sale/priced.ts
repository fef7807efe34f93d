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

/** A line at the price it is sold at. Amounts of one in minor units of the currency of its sale. */
export interface PricedLine extends SaleLine {
  /** What the shop asks for one. */
  usual: number
  /** What one is sold at, before anything is taken off. */
  unit: number
  /** What one costs without its special price. */
  listUnit: number
  /** Why it is sold at another price than the usual one. */
  priceReason: string
  /** What is taken off by itself may lower its price. */
  discountable: boolean
  /** It is given along. */
  gift: boolean
}

/** Another price than the usual one, set by staff. */
export interface SetPrice {
  /** Minor units of the currency of the sale. */
  unit: number
  reason: string
  discountable: boolean
}

/** A line at the price of the shop, or at the one that staff set. */
export function priceLine(line: SaleLine, money: SaleCurrency, set: SetPrice | null = null): PricedLine {
  const usual = unitPrice(line.pay, money)
  const isOther = set !== null && set.unit !== usual
  return {
    ...line,
    usual,
    unit: isOther ? set.unit : usual,
    listUnit: unitPrice(line.price, money),
    priceReason: isOther ? set.reason : '',
    discountable: !isOther || set.discountable,
    gift: false,
  }
}

/** So many of something, at another price than the usual one where staff set it. */
export interface PricedThing {
  kind: string
  subject_id: number
  quantity: number
  set: SetPrice | null
}

/** Lines of things at their prices of this moment, in their order; undefined for what nobody sells any more. */
export async function priceThings(
  ctx: Ctx,
  things: readonly PricedThing[],
  money: SaleCurrency,
  db: Db,
): Promise<(PricedLine | undefined)[]> {
  const asked = things.map(({ kind, subject_id, quantity }, id) => ({ id, kind, subject_id, quantity }))
  const found = new Map((await readLines(db, ctx, asked)).map((line) => [line.id, line]))
  return things.map(({ set }, i) => {
    const line = found.get(i)
    return line && priceLine(line, money, set)
  })
}

/** What takes something off a sale, by the name of who does. */
export interface Step {
  kind: string
  adjust(left: RemainingAmounts): readonly Adjustment[]
}

/** A step by which staff take an amount off all lines, divided by what they come to. */
export const stepByHand = (kind: 'manual' | 'rounding', amount: number, label: string): Step => ({
  kind,
  adjust: ({ lines }) => (amount > 0 ? [{ label, shares: splitByWeight(amount, [...lines]) }] : []),
})

/** What decides the price of a sale beside its lines: what is taken off it, and which taxes it includes. */
export interface PriceRules {
  steps: readonly Step[]
  /** None when absent. */
  taxes?: TaxFunction
}

/** A sale and what it comes to. Amounts in minor units of its currency. */
export interface PricedSale {
  currency: SaleCurrency
  /** Those that are given along come last. */
  lines: readonly PricedLine[]
  /** Of lines before anything is taken off. */
  subtotal: number
  /** What is taken off lines. */
  discount: number
  /** What sending comes to, after what is taken off it. */
  shipping: number
  total: number
  /** What was taken off, and what each line that is paid for comes to. */
  adjusted: AdjustmentResult
  /** The taxes included in that. */
  taxes: TaxStatement
}

/** What lines and their sending come to. Lines are whole amounts already, so that sums are never rounded again. */
export function priceSale(
  lines: readonly PricedLine[],
  sending: number,
  { steps, taxes = noTaxes }: PriceRules,
  currency: SaleCurrency,
): PricedSale {
  const done = applyAdjustments(lines, sending, steps, currency.code)
  return { currency, lines: [...lines, ...giftLines(done, currency)], ...getSums(lines, done), taxes: taxes(done) }
}

/**
 * The same sale once further steps took something off what is left of it, such as what no coin pays; nothing is given along for them.
 * That is no part of its price, so its taxes stay, as far as they still fit its lines.
 */
export function deductFurther(sale: PricedSale, ...steps: readonly Step[]): PricedSale {
  const lines = sale.lines.filter(({ gift }) => !gift)
  const done = applyFurtherAdjustments(sale.adjusted, lines, steps, sale.currency.code)
  return { ...sale, ...getSums(lines, done), taxes: fitTaxes(sale.taxes, done) }
}

function getSums(lines: readonly PricedLine[], done: AdjustmentResult): Omit<PricedSale, 'lines' | 'currency' | 'taxes'> {
  const subtotal = lines.reduce((sum, l) => sum + l.unit * l.quantity, 0)
  const left = done.lines.reduce((sum, l) => sum + l, 0)
  return { subtotal, discount: subtotal - left, shipping: done.shipping, total: left + done.shipping, adjusted: done }
}

/** What is given along, as lines that cost nothing. */
const giftLines = ({ gifts }: AdjustmentResult, money: SaleCurrency): PricedLine[] =>
  gifts.map(({ line, label }) => ({ ...priceLine(line, money), usual: 0, unit: 0, priceReason: label, gift: true }))
