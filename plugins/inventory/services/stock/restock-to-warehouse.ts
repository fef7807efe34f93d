import { type Ctx, sql, type Tx } from 'stoa'
import { lockStocks, isTrackedSql } from 'stoa/plugins/catalogue'
import { findDefaultWarehouse } from './receive-missing.ts'
import { bookMovements, type DocumentRef, lockInventoryRows } from './ledger.ts'
import { findOrCreateInventoryRow } from './inventory-row.ts'

/** Units of a stock item that were returned. */
export interface ReturnedUnits {
  stock_id: number
  quantity: number
}

/**
 * Restocks returned units whose original inventory row is unknown into a warehouse. Stock items are locked in id order before any row, as on
 * receipt. Units of items that expire are not restocked for sale, since their expiry date is unknown.
 */
export async function restockToWarehouse(
  tx: Tx,
  ctx: Ctx,
  document: DocumentRef,
  warehouse: number | null,
  parts: readonly ReturnedUnits[],
): Promise<void> {
  const units = new Map<number, number>()
  for (const { stock_id, quantity } of parts) units.set(stock_id, (units.get(stock_id) ?? 0) + quantity)
  const ids = [...units.keys()].sort((a, b) => a - b)
  if (ids.length === 0) return
  const stocks = await lockStocks(tx, ids)
  const trackedIds = new Set(
    (await tx.rows<{ id: number }>(sql`select a.id from unnest(${ids}::bigint[]) as a(id) where ${isTrackedSql(sql`a.id`)}`)).map(
      ({ id }) => id,
    ),
  )
  const restockable = stocks.filter(({ id, dated }) => !dated && trackedIds.has(id)).sort((a, b) => a.id - b.id)
  const warehouseId = restockable.length > 0 ? (warehouse ?? (await findDefaultWarehouse(tx))) : undefined
  if (warehouseId === undefined) return
  const entries = []
  for (const { id } of restockable)
    entries.push({
      inventory_id: await findOrCreateInventoryRow(tx, { stock_id: id, warehouse_id: warehouseId }),
      type: 'return' as const,
      quantity: units.get(id) ?? 0,
    })
  await lockInventoryRows(
    tx,
    entries.map((e) => e.inventory_id),
  )
  await bookMovements(tx, ctx, entries, document)
}
