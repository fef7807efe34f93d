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

/** What whoever sells does for pages that show goods. */
export interface Buying {
  /** How many of a stock the visitor holds already. */
  held(stockId: number): number
  /** Adds to what the visitor means to buy, with what is asked for along with it. @throws CallFailed when it is refused */
  add(stockId: number, quantity: number, asked?: Record<string, string>): Promise<{ item_count: number }>
  /** Shows what the visitor means to buy. */
  open(): void
}

/** What every page needs of this plugin. */
export const frame: StoreParts['frame'] = {
  config: ({ call }) => call.get<ShopConfig>('/api/config'),
  categories: async ({ call, language }) => {
    const answer = await call.get<CategoryNode[] | { data: CategoryNode[] }>('/api/category', { language })
    return Array.isArray(answer) ? answer : answer.data
  },
}
