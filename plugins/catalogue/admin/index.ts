export { titleOf, wordsOf } from './product-form/grid/columns.ts'
export { nameOf, type InventoryLine, type Moved, type Option, type Stock, type StockGoodsProps } from './product-form/model.ts'
