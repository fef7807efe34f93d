import { splitAmount } from 'stoa/money'

/** Value of `units` of a line of `quantity` units and the amount `total`: all units are worth exactly the total. */
export function getValueOfUnits(total: number, quantity: number, units: number, currency: string): number {
  if (units >= quantity) return total
  return splitAmount(
    total,
    Array.from({ length: quantity }, () => 1),
    currency,
  )
    .slice(0, Math.max(0, units))
    .reduce((sum, part) => sum + part, 0)
}

/** A line for the calculation of refunds. Amounts in minor units. */
export interface Refundable {
  total: number
  quantity: number
  refunded_quantity: number
  refunded: number
  currency: string
}

/** Refund amounts of one further unit of a line, two, and so on, up to `most`. */
export function listRefundAmounts(line: Refundable, maxUnits: number): number[] {
  const parts = splitAmount(
    line.total,
    Array.from({ length: line.quantity }, () => 1),
    line.currency,
  )
  const amounts: number[] = []
  let due = parts.slice(0, line.refunded_quantity).reduce((sum, part) => sum + part, 0) - line.refunded
  for (const part of parts.slice(line.refunded_quantity, line.refunded_quantity + maxUnits)) {
    due += part
    amounts.push(Math.max(0, Math.min(due, line.total - line.refunded)))
  }
  return amounts
}

/** Refund amount of `units` further units of a line; at most what is left of it. */
export function getRefundAmount(line: Refundable, units: number): number {
  const due = getValueOfUnits(line.total, line.quantity, line.refunded_quantity + units, line.currency) - line.refunded
  return Math.max(0, Math.min(due, line.total - line.refunded))
}
