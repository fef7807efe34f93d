import { type Kernel, sql, type Sql, token } from 'stoa'

/**
 * How many there are of what is sold, as parts of statements in which `s` is a stock and `p` its product. Offered by the one who
 * counts goods; without one, whatever is shown can be sold in any number.
 */
export interface Goods {
  /** How many of the stock can be bought now; null when its product does not count its goods. */
  available: Sql
  /** How many of the stock lie anywhere, promised or not. */
  onHand: Sql
}

export const GOODS = token<Goods>('catalogue/goods')

/** How many of stock `s` of product `p` can be bought now. Null for any number. */
export const availableSql = (kernel: Kernel): Sql => kernel.find(GOODS)?.available ?? sql`null::int`

/** How many of stock `s` lie anywhere. */
export const onHandSql = (kernel: Kernel): Sql => kernel.find(GOODS)?.onHand ?? sql`0`

/** Whether anybody counts: what lists keep of goods means something only then. */
export const isCounted = (kernel: Kernel): boolean => kernel.find(GOODS) !== undefined
