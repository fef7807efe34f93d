import type { StoreParts } from 'stoa/store'
import type { CategoryNode, ShopConfig } from '../api-types.ts'

declare module 'stoa/store/types' {
  interface Frame {
    /** The rules of the shop. */
    config: ShopConfig
    categories: CategoryNode[]
  }
  interface Hooks {
    buying: Buying
  }
}

/** Purchase functions that a sales plugin provides to pages with products. */
export interface Buying {
  /** Units of a stock item in the visitor's cart. */
  getCartQuantity(stockId: number): number
  /** Adds a stock item with options to the cart. @throws CallFailed if it is rejected */
  add(stockId: number, quantity: number, answers?: Record<string, string>): Promise<{ item_count: number }>
  /** Opens the cart. */
  open(): void
}

/** Data of this plugin for every page. */
export const frame: StoreParts['frame'] = {
  config: ({ call }) => call.get<ShopConfig>('/api/config'),
  categories: async ({ call, language }) => {
    const answer = await call.get<CategoryNode[] | { data: CategoryNode[] }>('/api/category', { language })
    return Array.isArray(answer) ? answer : answer.data
  },
}
