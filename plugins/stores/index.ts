/** Public exports of this plugin. */
export { storeExtSql } from './services/store-ext-sql.ts'
export { ownStoresScope, seeAll as seeAllStores, store, worksInStoreSql } from './resources/store.ts'
