import { definePlugin, offer } from '#core'
import { eraseMissed, KEEPERS } from '../people/index.ts'
import { wishlistItem } from './resources/wishlist-item.ts'
import { wishlistRoutes } from './routes/store.ts'
import { seedWishes } from './seed.ts'
import { wishes } from './services/keeper.ts'

export default definePlugin({
  id: 'wishlist',
  requires: ['catalogue', 'people'],
  resources: [wishlistItem],
  offers: [offer(KEEPERS, 'wishlist', wishes)],
  presets: { 'wishlist.viewer': ['get wishlist item', 'export wishlist item'] },
  storeRoutes: wishlistRoutes,
  catchUp: (ctx, since) => eraseMissed(ctx, wishes, since),
  seed: seedWishes,
  admin: { menu: [{ section: 'customers', resource: 'wishlist_item', icon: 'heart', order: 50 }] },
  store: {
    screens: [{ path: '/wishlist', screen: 'wishlist/page' }],
    slots: [
      { at: 'layout.product', screen: 'wishlist/heart' },
      { at: 'layout.header', screen: 'wishlist/link' },
    ],
  },
})
