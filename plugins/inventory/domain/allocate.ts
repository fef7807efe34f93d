/** A line of goods that can be drawn from, as it stands under lock. */
export interface Shelf {
  id: number
  stock_id: number
  free: number
  priority: number
  expiry: string | null
}

/** So many of a stock, for one line of a document. */
export interface Demand {
  stock_id: number
  quantity: number
  line_id: number | null
}

export interface Taken {
  inventory_id: number
  stock_id: number
  quantity: number
  line_id: number | null
}

/**
 * Divides demands over shelves: warehouse priority first, within it what expires first, then the oldest line.
 * Several lines of one stock draw from the same shelves, so together they never take more than is there.
 * Answers what is taken, and the stocks that fall short with what is left of them.
 */
export function allocate(shelves: readonly Shelf[], demands: readonly Demand[]): { taken: Taken[]; short: Map<number, number> } {
  const order = [...shelves].sort(
    (a, b) => a.priority - b.priority || (a.expiry ?? '9999').localeCompare(b.expiry ?? '9999') || a.id - b.id,
  )
  const free = new Map(order.map((s) => [s.id, s.free]))
  const taken: Taken[] = []
  const short = new Map<number, number>()
  for (const demand of demands) {
    let left = demand.quantity
    for (const shelf of order) {
      if (left === 0) break
      if (shelf.stock_id !== demand.stock_id) continue
      const quantity = Math.min(left, free.get(shelf.id) ?? 0)
      if (quantity <= 0) continue
      free.set(shelf.id, (free.get(shelf.id) ?? 0) - quantity)
      taken.push({ inventory_id: shelf.id, stock_id: demand.stock_id, quantity, line_id: demand.line_id })
      left -= quantity
    }
    if (left > 0)
      short.set(
        demand.stock_id,
        shelves.filter((s) => s.stock_id === demand.stock_id).reduce((sum, s) => sum + s.free, 0),
      )
  }
  return { taken, short }
}
