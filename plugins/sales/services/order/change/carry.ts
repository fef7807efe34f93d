import { cumulative } from '../../../domain/refund.ts'
import type { AdjustmentBefore, LineBefore } from './read.ts'

const sum = (amounts: readonly number[]): number => amounts.reduce((all, amount) => all + amount, 0)

/** What of an adjustment an order still carries: for each of its lines before the change, and for sending. */
export interface Carried {
  id: number
  shares: number[]
  sending: number
  /** What it took off before the change. */
  before: number
}

/** So much of a share is carried by the units that stay; more units do not share in it. */
const getShare = (share: number, { quantity }: LineBefore, units: number, currency: string): number =>
  cumulative(share, quantity, Math.min(units, quantity), currency)

/** What adjustments take off the units that stay. */
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

/** What is taken off each line in all; what no adjustment explains stays with the units in the same way. */
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

/** Takes what adjustments take off sending off another price of it, one after the other. @returns what sending comes to */
export function carrySending(carried: Carried[], price: number): number {
  let left = price
  for (const one of carried) {
    one.sending = Math.max(0, Math.min(one.sending, left))
    left -= one.sending
  }
  return left
}
