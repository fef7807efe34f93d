import type { Facts, RemainingAmounts } from './types.ts'

/** Sorts line indexes into a canonical order, so that the distribution of discounts does not depend on the order of the cart. */
export function sortLines({ lines }: Pick<Facts, 'lines'>): number[] {
  return lines
    .map((_, i) => i)
    .sort((a, b) => {
      const [x, y] = [lines[a], lines[b]]
      if (!x || !y) return 0
      return x.kind < y.kind ? -1 : x.kind > y.kind ? 1 : x.subject_id - y.subject_id || x.unit - y.unit || x.quantity - y.quantity
    })
}

/** Facts with their lines in this order. */
export const toRuleOrder = (facts: Facts, order: readonly number[]): Facts => ({
  ...facts,
  lines: order.flatMap((i) => facts.lines[i] ?? []),
})

/** Remaining amounts in this order. */
export const toRemainingAmounts = ({ lines, shipping }: RemainingAmounts, order: readonly number[]): RemainingAmounts => ({
  lines: order.map((i) => lines[i] ?? 0),
  shipping,
})

/** Maps shares from this order back to the original line indexes. `count` is the number of lines. */
export function restoreOrder(shares: readonly number[], order: readonly number[], count = shares.length): number[] {
  const back = Array.from({ length: count }, () => 0)
  for (const [n, i] of order.entries()) back[i] = shares[n] ?? 0
  return back
}
