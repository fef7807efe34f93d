import { getValueOfUnits } from '../../../domain/refund.ts'
import type { AdjustmentBefore, LineBefore } from './read.ts'

const sum = (amounts: readonly number[]): number => amounts.reduce((all, amount) => all + amount, 0)

/** The part of an adjustment an order still carries: for each line before the change, and for shipping. */
export interface Carried {
  id: number
  shares: number[]
  shipping: number
  /** Amount before the change. */
  before: number
}

/** The units that remain keep their part of the share; added units get none. */
const carryShare = (share: number, { quantity }: LineBefore, units: number, currency: string): number =>
  getValueOfUnits(share, quantity, Math.min(units, quantity), currency)

/** Adjustment amounts for the units that remain. */
export const carryAdjustments = (
  adjustments: readonly AdjustmentBefore[],
  lines: readonly LineBefore[],
  units: readonly number[],
  currency: string,
): Carried[] =>
  adjustments.map(({ id, amount, shares }) => ({
    id,
    shares: lines.map((line, i) => carryShare(shares[i] ?? 0, line, units[i] ?? 0, currency)),
    shipping: amount - sum(shares),
    before: amount,
  }))

/** Total discount of each line. A discount that no adjustment explains is divided over the remaining units in the same way. */
export const sumCarriedDiscounts = (
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
    return Math.max(0, Math.min(line.unit * stays, explained + carryShare(unexplained, line, stays, currency)))
  })

/** Applies the shipping adjustments to a new shipping price, one after the other. @returns the shipping amount */
export function carryShippingAdjustments(carried: Carried[], price: number): number {
  let left = price
  for (const adjustment of carried) {
    adjustment.shipping = Math.max(0, Math.min(adjustment.shipping, left))
    left -= adjustment.shipping
  }
  return left
}
