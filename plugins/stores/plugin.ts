import { definePlugin, contribute, sql } from 'stoa'
import { PERSONAL_DATA } from 'stoa/plugins/people'
import { CONDITIONS } from 'stoa/plugins/promotion'
import { seeAll, store, storeHours } from './resources/store.ts'
import { seedStores } from './seed.ts'
import { atStores } from './services/rule-piece.ts'

const work = ['create', 'update', 'destroy', 'batch update', 'batch destroy', 'import', 'export'].map((verb) => `${verb} store`)

/** Physical stores of the business. */
export default definePlugin({
  id: 'stores',
  after: ['people', 'inventory', 'promotion'],
  resources: [store, storeHours],
  permissions: [seeAll],
  presets: { 'stores.viewer': ['get store'], 'stores.manager': ['stores.viewer', seeAll, ...work] },
  contributions: [
    contribute(CONDITIONS, 'stores', atStores),
    contribute(PERSONAL_DATA, 'stores', {
      tables: { store: 'stores with the contact of the business', store_account: 'members of staff of a store' },
    }),
  ],
  seed: seedStores,
  admin: {
    sections: [{ id: 'channels', order: 80, icon: 'shop' }],
    menu: [{ section: 'channels', resource: 'store', icon: 'shop', order: 10, area: 'store' }],
    tasks: [{ id: 'store', order: 110, to: 'store/create', needs: 'create store', done: sql`exists (select 1 from store)` }],
  },
})
