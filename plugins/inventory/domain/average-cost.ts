/** Quantity of a stock item and its average unit cost; `cost` is null if unknown. */
export interface StockOnHand {
  quantity: number
  cost: number | null
}

/**
 * Average unit cost in minor units, rounded half up, after `quantity` units were received at `unit` each. Units taken
 * back (negative quantity) leave at their receipt cost. If no units are left, or if more value would leave than there
 * was, the cost stays.
 */
export function averageCost(onHand: StockOnHand, quantity: number, unit: number): number | null {
  const before = Math.max(0, onHand.quantity)
  const after = before + quantity
  if (quantity > 0 && (before === 0 || onHand.cost === null)) return unit
  if (after <= 0 || onHand.cost === null) return onHand.cost
  const value = BigInt(before) * BigInt(onHand.cost) + BigInt(quantity) * BigInt(unit)
  return value < 0n ? onHand.cost : Number((value * 2n + BigInt(after)) / (BigInt(after) * 2n))
}
