/** What other plugins may use of stores. */
export { ofOwnStores, seeAll as seeAllStores, store, worksIn } from './resources/store.ts'
