import { split } from '#core/money'

/** What `units` of a line of `quantity` units over `total` are worth: all of them are worth exactly the total. */
export function cumulative(total: number, quantity: number, units: number): number {
  if (units >= quantity) return total
  return split(
    total,
    Array.from({ length: quantity }, () => 1),
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
}

/** What giving back `units` more of a line comes to; never more than is left of it. */
export function refundOf(line: Refundable, units: number): number {
  const due = cumulative(line.total, line.quantity, line.refunded_quantity + units) - line.refunded
  return Math.max(0, Math.min(due, line.total - line.refunded))
}
