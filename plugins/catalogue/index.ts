/** What other plugins may use of the catalogue. */
export { MOST_PRICE } from 'stoa/plugins/currency'
export { allowed } from './services/read/rules.ts'
export { availableSql, type Goods, GOODS, onHandSql } from './services/read/goods.ts'
export {
  changedStocksSql,
  choiceSql,
  countedStocksSql,
  isCountedSql,
  pictureOf,
  pictureSql,
  productsSql,
  stocksSql,
  type VariantSql,
  variantSql,
} from './services/read/stock-sql.ts'
export {
  isStockOf,
  type LockedStock,
  lockStocks,
  setCosts,
  soldProducts,
  shownStocks,
  stockByCode,
  stocksBySku,
} from './services/read/stocks.ts'
export { namedStock, stockChoices, stockNames } from './services/read/naming.ts'
export { goodsColumns } from './resources/goods-columns.ts'
export { product } from './resources/product.ts'
export { stock } from './resources/stock.ts'
export { knownCategories, productPlaces, topCategories } from './services/read/places.ts'
export { chosenProducts, type ProductChoice } from './services/read/choice.ts'
export { SHOWCASE } from './services/read/showcase.ts'
export { linkSql, shownSql } from './services/lists/cards.ts'
export { effectiveSql, leastSql } from './services/price/pay.ts'
export { BUYS_AS, type BuysAs } from './services/price/buys-as.ts'
export { ownPrices, priceSteps, type PriceStep } from './services/price/own.ts'
export { reshelve } from './services/lists/reindex.ts'
export { PRODUCT_SEARCHES, type ProductSearch } from './services/lists/product-search.ts'
export { hasBought, PURCHASES, type Purchases, tellSold } from './services/lists/sold.ts'
export { shop } from './settings.ts'
export { OUT_OF_STOCK } from './errors.ts'
export { ProductCard } from './wire.ts'
export type { ProductView } from './wire.ts'
export type { CategoryNode, ShopConfig } from './wire.ts'
