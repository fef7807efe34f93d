export { getTitle, getWords } from './product-form/grid/columns.ts'
export { getName, type InventoryLine, type Moved, type Option, type Stock, type StockGoodsProps } from './product-form/model.ts'
