import { type Ctx, extensionPoint } from 'stoa'

/** Finds products by a keyword in place of the search of the product. */
export interface ProductSearch {
  /** Key of the text by which staff choose it. */
  title: string
  /**
   * Ids of the products that match, best first, at most `limit` of them; `more` where further ones match. It is called outside of transactions
   * and may ask the network, until `signal` ends it. When it throws, the product searches by itself.
   */
  search(ctx: Ctx, query: { keyword: string; limit: number }, signal: AbortSignal): Promise<{ ids: readonly number[]; more: boolean }>
}

/** Searches by the name that the settings of the shop have in `search_by`. */
export const PRODUCT_SEARCHES = extensionPoint<ProductSearch>('catalogue/searches', {
  description: 'who finds products by a keyword in place of the search of the product',
})
