import type { ProductCard } from '../catalogue/index.ts'

/** One kept product. The card says what it costs now and whether it can be had. */
export interface WishlistItem {
  id: number
  product_id: number
  stock_id: number | null
  note: string
  created_at: string
  product: ProductCard
}

/** Answer of every call of `/api/wishlist`: the list, newest first. */
export interface WishlistView {
  data: WishlistItem[]
  total: number
}
