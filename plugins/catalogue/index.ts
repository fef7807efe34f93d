/** What other plugins may use of the catalogue. */
export { STOCKROOM, type Document, type Stockroom } from './services/stockroom.ts'
export type { Demand } from './domain/allocate.ts'
export { allowed, type Allowed } from './services/rules.ts'
export { availableSql, sellable } from './services/sellable.ts'
export { effectiveSql, shownSql } from './services/cards.ts'
export { currency, shop, type Currency } from './settings.ts'
export { NOT_SOLD, OUT_OF_STOCK } from './errors.ts'
export type { ProductCard, ProductView } from './wire.ts'
