import { multiply } from '#core/money'

/** Price of one unit in the currency shown: base price × rate, half up (the first place a fraction can appear). */
export const unitPrice = (baseMinor: number, rate: string): number => (rate === '1' ? baseMinor : multiply(baseMinor, rate))

export interface Totals {
  subtotal: number
  discount: number
  shipping: number
  total: number
}

/** Totals of a cart: lines are already whole amounts, so sums are never rounded again. */
export function totals(lines: readonly { unit: number; quantity: number }[], shipping: number): Totals {
  const subtotal = lines.reduce((sum, l) => sum + l.unit * l.quantity, 0)
  return { subtotal, discount: 0, shipping, total: subtotal + shipping }
}
