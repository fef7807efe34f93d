import type { Sql } from 'stoa'

/** Which products a list is cut from. */
export interface Source {
  /** Names the source in the cache. */
  key: string
  /** Conditions on `x`, a row of `product_shelf`. */
  conditions: readonly Sql[]
  /** Where attributes must be shown to narrow it: beside a category, else beside search results. */
  position?: 'category'
  /** The products by id in an order of their own, instead of all there are. */
  ranked?: { ids: readonly number[]; more: boolean }
}
