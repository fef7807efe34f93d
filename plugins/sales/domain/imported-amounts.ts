import { splitAmount } from 'stoa/money'

/** A line of an order of another shop. Amounts in minor units of its currency. */
export interface ImportedLine {
  quantity: number
  price: number
  discount: number
}

/** What another shop says an order came to. */
export interface ImportedAmounts {
  lines: readonly ImportedLine[]
  /** What was taken off the whole order, as a positive number. */
  discount: number
  shipping: number
  tax: number
  total: number
  /** Empty where nothing says it: then amounts have hundredths. */
  currency: string
}

/** The same amounts as an order of ours holds them: `lines + added - discounts + shipping` is the total. */
export interface BalancedAmounts {
  /** What is taken off each line. */
  discounts: number[]
  /** Tax that the prices do not include. */
  tax: number
  /** What is missing to the total; 0 when all adds up. */
  adjustment: number
  /** What the parts come to. */
  computed: number
  shipping: number
}

const sum = (amounts: readonly number[]): number => amounts.reduce((all, one) => all + one, 0)

/**
 * Finds how the amounts of another shop add up. Shops differ in two ways that no column names: whether prices include tax, and whether the
 * discount of the order includes those of its lines. The reading that comes closest to the total counts, the plain one first.
 * Undefined where more is taken off than there is.
 */
export function balanceAmounts({ lines, discount, shipping, tax, total, currency }: ImportedAmounts): BalancedAmounts | undefined {
  const gross = lines.map(({ price, quantity }) => price * quantity)
  const own = lines.map((line, i) => Math.min(line.discount, gross[i] ?? 0))
  const readings = [Math.max(discount, 0), Math.max(discount - sum(own), 0)].flatMap((off) =>
    [0, tax].map((added) => ({ off, added, computed: sum(gross) - sum(own) - off + shipping + added })),
  )
  const best = readings.reduce((a, b) => (Math.abs(total - b.computed) < Math.abs(total - a.computed) ? b : a))
  const adjustment = total - best.computed
  const left = gross.map((amount, i) => amount - (own[i] ?? 0))
  const off = best.off + Math.max(0, -adjustment)
  // What is more than the goods was taken off sending and tax: free shipping, most of the time.
  const ofGoods = Math.min(off, sum(left))
  const ofShipping = Math.min(off - ofGoods, shipping)
  const ofTax = off - ofGoods - ofShipping
  if (ofTax > best.added) return undefined
  const shares = ofGoods === 0 ? left.map(() => 0) : splitAmount(ofGoods, left, currency)
  return {
    discounts: own.map((amount, i) => amount + (shares[i] ?? 0)),
    tax: best.added - ofTax,
    adjustment,
    computed: best.computed,
    shipping: shipping - ofShipping,
  }
}
