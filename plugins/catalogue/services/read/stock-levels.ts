import { type Kernel, sql, type Sql, token } from 'stoa'

/**
 * Stock levels, as parts of statements in which `s` is a stock item and `p` its product. Contributed by inventory;
 * without it, every visible item has unlimited stock.
 */
export interface StockLevels {
  /** SQL: units available for sale; null if the product is not tracked. */
  available: Sql
  /** SQL: units on hand, reserved or not. */
  onHand: Sql
}

export const STOCK_LEVELS = token<StockLevels>('catalogue/goods')

/** SQL: units of stock item `s` of product `p` available for sale. Null for unlimited. */
export const availableSql = (kernel: Kernel): Sql => kernel.find(STOCK_LEVELS)?.available ?? sql`null::int`

/** SQL: units of stock item `s` on hand. */
export const onHandSql = (kernel: Kernel): Sql => kernel.find(STOCK_LEVELS)?.onHand ?? sql`0`

/** Whether stock is tracked at all; otherwise the availability in the index has no meaning. */
export const isCounted = (kernel: Kernel): boolean => kernel.find(STOCK_LEVELS) !== undefined
