/** What is known of a stock that may have to be bought. */
export interface StockState {
  /** Units that can be sold now. */
  available: number
  /** Units that are on their way. */
  incoming: number
  /** Units in orders that were written and not sent yet. */
  planned: number
  /** At or below this number a stock counts as low. */
  threshold: number
  /** Units sold in the last thirty days. */
  sold: number
}

/** What its supplier asks for. */
export interface Terms {
  leadDays: number
  minimum: number
}

const WINDOW_DAYS = 30

/** Units that will be sold until a delivery is there, if selling goes on as it did. */
export const getExpectedSales = (sold: number, leadDays: number): number => Math.ceil((sold * leadDays) / WINDOW_DAYS)

/** Whether what there is, what is coming and what is about to be ordered falls to the low mark before a delivery could be there. */
export const isRunningLow = (stock: StockState, leadDays: number): boolean =>
  stock.available + stock.incoming + stock.planned <= stock.threshold + getExpectedSales(stock.sold, leadDays)

/** Units to buy: enough for the time until delivery and twice the low mark, in whole lots of the supplier's minimum. */
export function getSuggestedQuantity(stock: StockState, { leadDays, minimum }: Terms): number {
  const requested = getExpectedSales(stock.sold, leadDays) + 2 * stock.threshold - stock.available - stock.incoming - stock.planned
  return Math.ceil(Math.max(1, requested) / minimum) * minimum
}
