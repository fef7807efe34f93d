/** Stock levels and sales that a suggestion is based on. */
export interface StockState {
  /** Available units. */
  available: number
  /** Incoming units. */
  incoming: number
  /** Units in orders that are not sent yet. */
  planned: number
  /** Low stock threshold. */
  threshold: number
  /** Units sold in the last thirty days. */
  sold: number
}

/** Terms of the supplier. */
export interface Terms {
  leadDays: number
  minimum: number
}

const WINDOW_DAYS = 30

/** Expected sales during the lead time, at the current rate. */
export const getExpectedSales = (sold: number, leadDays: number): number => Math.ceil((sold * leadDays) / WINDOW_DAYS)

/** Whether available, incoming and planned units fall to the threshold within the lead time. */
export const isRunningLow = (stock: StockState, leadDays: number): boolean =>
  stock.available + stock.incoming + stock.planned <= stock.threshold + getExpectedSales(stock.sold, leadDays)

/** Units to order: expected sales during the lead time plus twice the threshold, rounded up to a multiple of the supplier's minimum. */
export function getSuggestedQuantity(stock: StockState, { leadDays, minimum }: Terms): number {
  const requested = getExpectedSales(stock.sold, leadDays) + 2 * stock.threshold - stock.available - stock.incoming - stock.planned
  return Math.ceil(Math.max(1, requested) / minimum) * minimum
}
