import { splitByWeight } from 'stoa/money'
import { getProportion } from './amounts.ts'

/** What has been earned with a line and taken back, and how much of the line was sold and has been refunded. Minor units. */
export interface EarnedLine {
  base: number
  amount: number
  /** Sum of earlier reversals: 0 or the opposite sign. */
  reversed_base: number
  reversed_amount: number
  sold: number
  /** All refunds, with the one that is reversed now. */
  refunded: number
}

/**
 * What a refund takes back: the part of all that was earned which corresponds to all refunds, less what was taken back before. So a line
 * that is refunded in steps ends at exactly nothing, whatever the rounding of each step was. Specification backoffice 2.10.
 * @returns amounts to add to the ledger, with the opposite sign of what was earned
 */
export function getReversal(line: EarnedLine, currency: string): { base: number; amount: number } {
  const refunded = Math.min(Math.max(line.refunded, 0), line.sold)
  return {
    base: 0 - getProportion(line.base, refunded, line.sold, currency) - line.reversed_base,
    amount: 0 - getProportion(line.amount, refunded, line.sold, currency) - line.reversed_amount,
  }
}

/** A line of an order with what is left of it, in minor units. */
export interface RemainingLine {
  line_id: number
  left: number
}

/** Spreads a refund that names no lines over what is left of the lines, by the largest remainders. At most what is left. */
export function spreadRefund(lines: readonly RemainingLine[], amount: number): { line_id: number; amount: number }[] {
  const open = lines.filter(({ left }) => left > 0)
  const most = open.reduce((sum, { left }) => sum + left, 0)
  const parts = splitByWeight(
    Math.min(amount, most),
    open.map(({ left }) => left),
  )
  return open.map(({ line_id }, n) => ({ line_id, amount: parts[n] ?? 0 })).filter((part) => part.amount !== 0)
}
