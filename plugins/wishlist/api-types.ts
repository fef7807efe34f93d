import { type Shape, t } from 'stoa'
import { ProductCard } from 'stoa/plugins/catalogue'

/** Response types of the wishlist API. Screens import the types alone, not the schemas. */

export const WishlistItem = t.object({
  id: t.id(),
  product_id: t.id(),
  stock_id: t.maybe(t.id()),
  note: t.text(),
  created_at: t.dateTime(),
  /** Current price and availability. */
  product: ProductCard,
})
export type WishlistItem = Shape<typeof WishlistItem>

/** Answer of every call of `/api/wishlist`: the list, newest first. */
export const WishlistView = t.object({ data: t.list(WishlistItem), total: t.int() })
export type WishlistView = Shape<typeof WishlistView>
