import { token } from 'stoa'
import { stockQueries } from './stock-queries.ts'
import { reserveRemaining, reserveStock, sellStock } from './allocate-stock.ts'
import { consumeStock, releaseStock, reverseSale } from './release-stock.ts'
import { restockToOrigin } from './restock-to-origin.ts'
import { lockInventoryOfStocks } from './ledger.ts'
import { receiveStock } from './receive-stock.ts'
import { restockToWarehouse } from './restock-to-warehouse.ts'

/** Reserves, releases and hands over stock, always inside the transaction of the document. */
export const inventoryService = {
  reserve: reserveStock,
  sell: sellStock,
  reserveRemaining: reserveRemaining,
  release: releaseStock,
  consume: consumeStock,
  reverseSale,
  receive: receiveStock,
  restockToOrigin: restockToOrigin,
  restockToWarehouse: restockToWarehouse,
  lockStocks: lockInventoryOfStocks,
  ...stockQueries,
}

export type InventoryService = typeof inventoryService

export const INVENTORY = token<InventoryService>('inventory/inventory')
