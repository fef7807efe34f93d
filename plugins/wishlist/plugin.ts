import { definePlugin, contribute } from 'stoa'
import { createDeletionHandler, PERSONAL_DATA } from 'stoa/plugins/people'
import { wishlistItem } from './resources/wishlist-item.ts'
import { wishlistRoutes } from './routes/store.ts'
import { seedWishes } from './seed.ts'

/** Wishlist items are personal data and are deleted with their customer. */
const wishes = createDeletionHandler(wishlistItem, { by: { customer: 'customer_id' }, fields: ['product_id', 'stock_id', 'note'] })

export default definePlugin({
  id: 'wishlist',
  requires: ['catalogue', 'people'],
  resources: [wishlistItem],
  contributions: [contribute(PERSONAL_DATA, 'wishlist', wishes)],
  presets: { 'wishlist.viewer': ['get wishlist item', 'export wishlist item'] },
  storeRoutes: wishlistRoutes,
  seed: seedWishes,
  admin: { menu: [{ section: 'customers', resource: 'wishlist_item', icon: 'heart', order: 50, under: 'customer' }] },
  store: {
    screens: [{ path: '/wishlist', screen: 'wishlist/page' }],
    slots: [
      { at: 'layout.product', screen: 'wishlist/heart' },
      { at: 'layout.header', screen: 'wishlist/link' },
    ],
  },
})
