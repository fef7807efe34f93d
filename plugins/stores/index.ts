/** Public exports of this plugin. */
export { ownStoresScope, seeAll as seeAllStores, store, isStaffOf } from './resources/store.ts'
