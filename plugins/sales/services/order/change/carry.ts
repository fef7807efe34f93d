import { cumulative } from '../../../domain/refund.ts'
import type { AdjustmentBefore, LineBefore } from './read.ts'

const sum = (amounts: readonly number[]): number => amounts.reduce((all, amount) => all + amount, 0)

/** The part of an adjustment an order still carries: for each line before the change, and for shipping. */
export interface Carried {
  id: number
  shares: number[]
  sending: number
  /** Amount before the change. */
  before: number
}

/** The units that remain keep their part of the share; added units get none. */
const getShare = (share: number, { quantity }: LineBefore, units: number, currency: string): number =>
  cumulative(share, quantity, Math.min(units, quantity), currency)

/** Adjustment amounts for the units that remain. */
export const carry = (
  adjustments: readonly AdjustmentBefore[],
  lines: readonly LineBefore[],
  units: readonly number[],
  currency: string,
): Carried[] =>
  adjustments.map(({ id, amount, shares }) => ({
    id,
    shares: lines.map((line, i) => getShare(shares[i] ?? 0, line, units[i] ?? 0, currency)),
    sending: amount - sum(shares),
    before: amount,
  }))

/** Total discount of each line. A discount that no adjustment explains is divided over the remaining units in the same way. */
export const carriedDiscounts = (
  carried: readonly Carried[],
  adjustments: readonly AdjustmentBefore[],
  lines: readonly LineBefore[],
  units: readonly number[],
  currency: string,
): number[] =>
  lines.map((line, i) => {
    const unexplained = line.discount - sum(adjustments.map(({ shares }) => shares[i] ?? 0))
    const explained = sum(carried.map(({ shares }) => shares[i] ?? 0))
    const stays = Math.min(units[i] ?? 0, line.quantity)
    return Math.max(0, Math.min(line.unit * stays, explained + getShare(unexplained, line, stays, currency)))
  })

/** Applies the shipping adjustments to a new shipping price, one after the other. @returns the shipping amount */
export function carrySending(carried: Carried[], price: number): number {
  let left = price
  for (const adjustment of carried) {
    adjustment.sending = Math.max(0, Math.min(adjustment.sending, left))
    left -= adjustment.sending
  }
  return left
}
