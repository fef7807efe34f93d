/** What other plugins may use of stores. */
export { ownStoresScope, seeAll as seeAllStores, store, isStaffOf } from './resources/store.ts'
