import { token } from 'stoa'
import { stockQueries } from './stock-queries.ts'
import { allocateRest, reserveStock, sellStock } from './allocate-stock.ts'
import { consumeStock, releaseStock, reverseSale } from './release-stock.ts'
import { restockUnits } from './restock-units.ts'
import { lockStocks } from './ledger.ts'
import { receiveStock } from './receive-stock.ts'
import { restockReturned } from './restock-returned.ts'

/** Reserves, releases and hands over stock, always inside the transaction of the document. */
export const inventoryService = {
  reserve: reserveStock,
  sell: sellStock,
  complete: allocateRest,
  release: releaseStock,
  consume: consumeStock,
  reverseSale,
  receive: receiveStock,
  putBack: restockUnits,
  takeIn: restockReturned,
  lockStocks,
  ...stockQueries,
}

export type InventoryService = typeof inventoryService

export const INVENTORY = token<InventoryService>('inventory/stockroom')
