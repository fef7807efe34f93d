import { splitAmount } from 'stoa/money'

/** A line of an imported order. Amounts in minor units of its currency. */
export interface ImportedLine {
  quantity: number
  price: number
  discount: number
}

/** The amounts of an order as the other shop reports them. */
export interface ImportedAmounts {
  lines: readonly ImportedLine[]
  /** Discount on the whole order, as a positive number. */
  discount: number
  shipping: number
  tax: number
  total: number
  /** Empty if unknown: amounts then have two decimals. */
  currency: string
}

/** The same amounts as an order of this shop stores them: `lines + added - discounts + shipping` is the total. */
export interface BalancedAmounts {
  /** Discount of each line. */
  discounts: number[]
  /** Tax that the prices do not include. */
  tax: number
  /** Difference to the total; 0 if all amounts add up. */
  adjustment: number
  /** Sum of the parts. */
  computed: number
  shipping: number
}

const sum = (amounts: readonly number[]): number => amounts.reduce((all, amount) => all + amount, 0)

/**
 * Finds how the amounts of an imported order add up. Shops differ in two ways that no column tells: whether prices
 * include tax, and whether the order discount includes the line discounts. The interpretation closest to the total
 * wins, the simplest one first. Undefined if the discount exceeds the amounts.
 */
export function balanceAmounts({ lines, discount, shipping, tax, total, currency }: ImportedAmounts): BalancedAmounts | undefined {
  const gross = lines.map(({ price, quantity }) => price * quantity)
  const lineDiscounts = lines.map((line, i) => Math.min(line.discount, gross[i] ?? 0))
  const readings = [Math.max(discount, 0), Math.max(discount - sum(lineDiscounts), 0)].flatMap((off) =>
    [0, tax].map((added) => ({ off, added, computed: sum(gross) - sum(lineDiscounts) - off + shipping + added })),
  )
  const best = readings.reduce((a, b) => (Math.abs(total - b.computed) < Math.abs(total - a.computed) ? b : a))
  const adjustment = total - best.computed
  const left = gross.map((amount, i) => amount - (lineDiscounts[i] ?? 0))
  const off = best.off + Math.max(0, -adjustment)
  // A discount above the line amounts reduces shipping and tax, usually as free shipping.
  const ofGoods = Math.min(off, sum(left))
  const ofShipping = Math.min(off - ofGoods, shipping)
  const ofTax = off - ofGoods - ofShipping
  if (ofTax > best.added) return undefined
  const shares = ofGoods === 0 ? left.map(() => 0) : splitAmount(ofGoods, left, currency)
  return {
    discounts: lineDiscounts.map((amount, i) => amount + (shares[i] ?? 0)),
    tax: best.added - ofTax,
    adjustment,
    computed: best.computed,
    shipping: shipping - ofShipping,
  }
}
