import { splitAmount } from 'stoa/money'

/** What `units` of a line of `quantity` units over `total` are worth: all of them are worth exactly the total. */
export function cumulative(total: number, quantity: number, units: number, currency: string): number {
  if (units >= quantity) return total
  return splitAmount(
    total,
    Array.from({ length: quantity }, () => 1),
    currency,
  )
    .slice(0, Math.max(0, units))
    .reduce((sum, part) => sum + part, 0)
}

/** A line as refunds see it. Amounts in minor units. */
export interface Refundable {
  total: number
  quantity: number
  refunded_quantity: number
  refunded: number
  currency: string
}

/** What giving back one unit more of a line comes to, two, and so on, up to `most`. */
export function listRefundAmounts(line: Refundable, most: number): number[] {
  const parts = splitAmount(
    line.total,
    Array.from({ length: line.quantity }, () => 1),
    line.currency,
  )
  const amounts: number[] = []
  let due = parts.slice(0, line.refunded_quantity).reduce((sum, part) => sum + part, 0) - line.refunded
  for (const part of parts.slice(line.refunded_quantity, line.refunded_quantity + most)) {
    due += part
    amounts.push(Math.max(0, Math.min(due, line.total - line.refunded)))
  }
  return amounts
}

/** What giving back `units` more of a line comes to; never more than is left of it. */
export function getRefundAmount(line: Refundable, units: number): number {
  const due = cumulative(line.total, line.quantity, line.refunded_quantity + units, line.currency) - line.refunded
  return Math.max(0, Math.min(due, line.total - line.refunded))
}
