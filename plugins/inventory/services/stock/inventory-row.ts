import { sql, type Tx } from 'stoa'
import { inventory } from '../../resources/inventory.ts'

/** The unique key of an inventory row. */
export interface InventoryKey {
  stock_id: number
  warehouse_id: number
  expiry_date?: string | null
  lot_code?: string | null
}

/** The id of the inventory row with a key; an empty row is created if there is none. Concurrent calls get the same row. */
export async function findOrCreateInventoryRow(tx: Tx, key: InventoryKey): Promise<number> {
  const expiry = key.expiry_date ?? null
  const lot = key.lot_code?.trim() || null
  const values = { stock_id: key.stock_id, warehouse_id: key.warehouse_id, expiry_date: expiry, lot_code: lot }
  await tx.run(sql`${tx.insertSql(inventory, values)}
    on conflict (stock_id, warehouse_id, coalesce(expiry_date, 'infinity'::date), coalesce(lot_code, '')) do update set visibled = true`)
  const row = await tx.one<{
    id: number
  }>(sql`select id from inventory where stock_id = ${key.stock_id} and warehouse_id = ${key.warehouse_id}
    and coalesce(expiry_date, 'infinity'::date) = coalesce(${expiry}::date, 'infinity'::date) and coalesce(lot_code, '') = coalesce(${lot}, '')`)
  return row?.id ?? 0
}
