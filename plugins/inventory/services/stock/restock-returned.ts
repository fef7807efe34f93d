import { type Ctx, sql, type Tx } from 'stoa'
import { lockStocks, isCountedSql } from 'stoa/plugins/catalogue'
import { firstWarehouse } from './receive-missing.ts'
import { bookMovements, type Document, lockLines } from './ledger.ts'
import { findOrCreateLine } from './line.ts'

/** Units of a stock item that were returned. */
export interface ReturnedUnits {
  stock_id: number
  quantity: number
}

/**
 * Books in returned units whose original line is unknown. Stock items are locked in id order before any line, as on
 * receipt. Units of items that expire are not restocked for sale, since their expiry date is unknown.
 */
export async function restockReturned(
  tx: Tx,
  ctx: Ctx,
  document: Document,
  warehouse: number | null,
  parts: readonly ReturnedUnits[],
): Promise<void> {
  const units = new Map<number, number>()
  for (const { stock_id, quantity } of parts) units.set(stock_id, (units.get(stock_id) ?? 0) + quantity)
  const ids = [...units.keys()].sort((a, b) => a - b)
  if (ids.length === 0) return
  const stocks = await lockStocks(tx, ids)
  const counted = new Set(
    (await tx.rows<{ id: number }>(sql`select a.id from unnest(${ids}::bigint[]) as a(id) where ${isCountedSql(sql`a.id`)}`)).map(
      ({ id }) => id,
    ),
  )
  const shelved = stocks.filter(({ id, dated }) => !dated && counted.has(id)).sort((a, b) => a.id - b.id)
  const place = shelved.length > 0 ? (warehouse ?? (await firstWarehouse(tx))) : undefined
  if (place === undefined) return
  const entries = []
  for (const { id } of shelved)
    entries.push({
      inventory_id: await findOrCreateLine(tx, { stock_id: id, warehouse_id: place }),
      type: 'return' as const,
      quantity: units.get(id) ?? 0,
    })
  await lockLines(
    tx,
    entries.map((e) => e.inventory_id),
  )
  await bookMovements(tx, ctx, entries, document)
}
