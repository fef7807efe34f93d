/** What lies of a stock and what a unit of it cost on average; `cost` is null while nothing is known. */
export interface StockOnHand {
  quantity: number
  cost: number | null
}

/**
 * Average cost of a unit, in minor units and half up, after `quantity` units came in at `unit` each. Units that are
 * taken back (a negative quantity) leave at what they came in for. When nothing is left to average over, or more value
 * would leave than there was, the cost stays as it is.
 */
export function averageCost(held: StockOnHand, quantity: number, unit: number): number | null {
  const before = Math.max(0, held.quantity)
  const after = before + quantity
  if (quantity > 0 && (before === 0 || held.cost === null)) return unit
  if (after <= 0 || held.cost === null) return held.cost
  const value = BigInt(before) * BigInt(held.cost) + BigInt(quantity) * BigInt(unit)
  return value < 0n ? held.cost : Number((value * 2n + BigInt(after)) / (BigInt(after) * 2n))
}
