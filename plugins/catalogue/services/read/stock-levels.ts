import { type Kernel, sql, type Sql, token } from 'stoa'

/**
 * How many there are of what is sold, as parts of statements in which `s` is a stock and `p` its product. Offered by the one who
 * counts goods; without one, whatever is shown can be sold in any number.
 */
export interface StockLevels {
  /** How many of the stock can be bought now; null when its product does not count its goods. */
  available: Sql
  /** How many of the stock lie anywhere, promised or not. */
  onHand: Sql
}

export const STOCK_LEVELS = token<StockLevels>('catalogue/goods')

/** How many of stock `s` of product `p` can be bought now. Null for any number. */
export const availableSql = (kernel: Kernel): Sql => kernel.find(STOCK_LEVELS)?.available ?? sql`null::int`

/** How many of stock `s` lie anywhere. */
export const onHandSql = (kernel: Kernel): Sql => kernel.find(STOCK_LEVELS)?.onHand ?? sql`0`

/** Whether anybody counts: what lists keep of goods means something only then. */
export const isCounted = (kernel: Kernel): boolean => kernel.find(STOCK_LEVELS) !== undefined
