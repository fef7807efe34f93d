import { definePlugin, sql } from '#core'
import { wishlistItem } from './resources/wishlist-item.ts'
import { wishlistRoutes } from './routes/store.ts'

export default definePlugin({
  id: 'wishlist',
  requires: ['catalogue', 'people'],
  resources: [wishlistItem],
  presets: { 'wishlist.viewer': ['get wishlist item', 'export wishlist item'] },
  storeRoutes: wishlistRoutes,
  on: {
    'person.erase': async ({ customerIds }, { kernel }) => {
      await kernel.db.run(sql`delete from wishlist_item where customer_id = any(${customerIds}::bigint[])`)
    },
  },
  admin: { menu: [{ section: 'customers', resource: 'wishlist_item', icon: 'heart', order: 50 }] },
  store: {
    screens: [{ path: '/wishlist', screen: 'wishlist/page' }],
    slots: [
      { at: 'layout.product', screen: 'wishlist/heart' },
      { at: 'layout.header', screen: 'wishlist/link' },
    ],
  },
})
