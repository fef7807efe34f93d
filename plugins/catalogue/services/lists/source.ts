import type { Sql } from 'stoa'

/** The set of products a list is taken from. */
export interface Source {
  /** Cache key of the source. */
  key: string
  /** Conditions on `x`, a row of `product_shelf`. */
  conditions: readonly Sql[]
  /** Position setting an attribute needs to appear as a filter: beside categories, or else beside search results. */
  position?: 'category'
  /** Product ids in a given order, instead of all products. */
  ranked?: { ids: readonly number[]; more: boolean }
}
