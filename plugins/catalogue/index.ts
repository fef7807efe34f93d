/** Public API of the catalogue for other plugins. */
export { MOST_PRICE } from 'stoa/plugins/currency'
export { getAllowed } from './services/read/rules.ts'
export { availableSql, type StockLevels, STOCK_LEVELS, onHandSql } from './services/read/stock-levels.ts'
export {
  changedStocksSql,
  choiceSql,
  countedStocksSql,
  isTrackedSql,
  pictureOfSql,
  pictureSql,
  productsSql,
  stocksSql,
  type VariantSql,
  variantSql,
} from './services/read/stock-sql.ts'
export {
  isStockOfProducts,
  type LockedStock,
  lockStocks,
  setCosts,
  findSoldProducts,
  listStocks,
  findStockByCode,
  findStocksBySku,
} from './services/read/stocks.ts'
export { namedStock, listChoices, getStockNames } from './services/read/naming.ts'
export { goodsColumns } from './resources/goods-columns.ts'
export { product } from './resources/product.ts'
export { stock } from './resources/stock.ts'
export { findExistingCategoryIds, readProductPlaces, topCategories } from './services/read/places.ts'
export { findChosenProducts, type ProductChoice } from './services/read/choice.ts'
export { SHOWCASE } from './services/read/showcase.ts'
export { linkSql, shownSql } from './services/lists/cards.ts'
export { effectiveSql, leastSql } from './services/price/price-to-pay.ts'
export { PRICE_GROUPS, type PriceGroup } from './services/price/price-groups.ts'
export { ownPrices, priceSteps, type PriceStep } from './services/price/own-prices.ts'
export { reindexProducts } from './services/lists/reindex.ts'
export { PRODUCT_SEARCHES, type ProductSearch } from './services/lists/product-search.ts'
export { hasBought, PURCHASE_HISTORY, type PurchaseHistory, saveSoldCounts } from './services/lists/purchase-history.ts'
export { shop } from './settings.ts'
export { OUT_OF_STOCK } from './errors.ts'
export { ProductCard } from './api-types.ts'
export type { ProductView } from './api-types.ts'
export type { CategoryNode, ShopConfig } from './api-types.ts'
