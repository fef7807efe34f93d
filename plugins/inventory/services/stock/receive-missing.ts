import { sql, type Tx } from 'stoa'
import { bookMovements, type DocumentRef, lockInventoryRows } from './ledger.ts'
import { findOrCreateInventoryRow } from './inventory-row.ts'
import type { AllocationOptions } from './allocation-options.ts'

/** A stock item with too little stock: the available and the missing quantity. */
export interface Shortage {
  stock_id: number
  available: number
  missing: number
}

/**
 * Books in missing units that were sold physically, so that their sale can be booked out; the ledger explains both.
 * @returns ids of the inventory rows they were booked into
 */
export async function receiveMissing(
  tx: Tx,
  document: DocumentRef,
  shortages: readonly Shortage[],
  { warehouse, receiveMissing: booking }: AllocationOptions & { receiveMissing: NonNullable<AllocationOptions['receiveMissing']> },
): Promise<number[]> {
  const warehouseId = warehouse ?? (await findDefaultWarehouse(tx))
  if (warehouseId === undefined) return []
  const rowIds: number[] = []
  for (const { stock_id, missing } of [...shortages].sort((a, b) => a.stock_id - b.stock_id)) {
    const id = await findOrCreateInventoryRow(tx, { stock_id, warehouse_id: warehouseId })
    await lockInventoryRows(tx, [id])
    await bookMovements(tx, booking.ctx, [{ inventory_id: id, type: 'plus', quantity: missing, reason: booking.reason }], document)
    booking.onReceived(stock_id, missing)
    rowIds.push(id)
  }
  return rowIds
}

/** Default warehouse for incoming stock; undefined if there is none. */
export const findDefaultWarehouse = async (tx: Tx): Promise<number | undefined> =>
  (await tx.one<{ id: number }>(sql`select id from warehouse where enabled order by priority, id limit 1`))?.id
