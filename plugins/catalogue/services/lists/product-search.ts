import { type Ctx, extensionPoint } from 'stoa'

/** A product search that replaces the built-in one. */
export interface ProductSearch {
  /** Message key of its name in the settings. */
  title: string
  /**
   * Ids of matching products, best first, at most `limit`; `more` if there are further ones. It runs outside of
   * transactions and may use the network until `signal` aborts it. If it throws, the built-in search is used.
   */
  search(ctx: Ctx, query: { keyword: string; limit: number }, signal: AbortSignal): Promise<{ ids: readonly number[]; more: boolean }>
}

/** Searches by the name that `search_by` in the shop settings selects. */
export const PRODUCT_SEARCHES = extensionPoint<ProductSearch>('catalogue/searches', {
  description: 'product searches that can replace the built-in search',
})
