/** What other plugins may use of wishlists. */
export type { WishlistItem, WishlistView } from './wire.ts'
