import { definePlugin, type Kernel, sql } from '#core'
import { DIRECTORY } from '../people/index.ts'
import { wishlistItem } from './resources/wishlist-item.ts'
import { wishlistRoutes } from './routes/store.ts'
import { seedWishes } from './seed.ts'

const forget = ({ db }: Kernel, customers: readonly number[]) =>
  db.run(sql`delete from wishlist_item where customer_id = any(${customers}::bigint[])`)

export default definePlugin({
  id: 'wishlist',
  requires: ['catalogue', 'people'],
  resources: [wishlistItem],
  presets: { 'wishlist.viewer': ['get wishlist item', 'export wishlist item'] },
  storeRoutes: wishlistRoutes,
  on: {
    'person.erase': async ({ customerIds }, { kernel }) => {
      await forget(kernel, customerIds)
    },
  },
  catchUp: async ({ kernel }, since) => {
    await forget(kernel, (await kernel.get(DIRECTORY).changedSince(kernel.db, since)).erasedCustomers)
  },
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
