import { sql, type Tx } from 'stoa'
import { inventory } from '../../resources/inventory.ts'

/** The unique key of a stock line within a stock item. */
export interface Place {
  stock_id: number
  warehouse_id: number
  expiry_date?: string | null
  lot_code?: string | null
}

/** The id of the line at a place; an empty line is created if there is none. Concurrent calls get the same line. */
export async function findOrCreateLine(tx: Tx, place: Place): Promise<number> {
  const expiry = place.expiry_date ?? null
  const lot = place.lot_code?.trim() || null
  const line = { stock_id: place.stock_id, warehouse_id: place.warehouse_id, expiry_date: expiry, lot_code: lot }
  await tx.run(sql`${tx.insertSql(inventory, line)}
    on conflict (stock_id, warehouse_id, coalesce(expiry_date, 'infinity'::date), coalesce(lot_code, '')) do update set visibled = true`)
  const row = await tx.one<{
    id: number
  }>(sql`select id from inventory where stock_id = ${place.stock_id} and warehouse_id = ${place.warehouse_id}
    and coalesce(expiry_date, 'infinity'::date) = coalesce(${expiry}::date, 'infinity'::date) and coalesce(lot_code, '') = coalesce(${lot}, '')`)
  return row?.id ?? 0
}
