/** Public exports of this plugin. */
export { ownStoresScope, seeAll as seeAllStores, store, worksInStoreSql } from './resources/store.ts'
