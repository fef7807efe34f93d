import { sql, type Tx } from 'stoa'
import { bookMovements, type Document, lockLines } from './ledger.ts'
import { findOrCreateLine } from './line.ts'
import type { ShortfallHandling } from './shortfall-handling.ts'

/** A stock item with too little stock: the available and the missing quantity. */
export interface Short {
  stock_id: number
  there: number
  missing: number
}

/**
 * Books in missing units that were sold physically, so that their sale can be booked out; the ledger explains both.
 * @returns ids of the lines they were booked into
 */
export async function receiveMissing(
  tx: Tx,
  document: Document,
  short: readonly Short[],
  { warehouse, found }: ShortfallHandling & { found: NonNullable<ShortfallHandling['found']> },
): Promise<number[]> {
  const place = warehouse ?? (await firstWarehouse(tx))
  if (place === undefined) return []
  const lines: number[] = []
  for (const { stock_id, missing } of [...short].sort((a, b) => a.stock_id - b.stock_id)) {
    const id = await findOrCreateLine(tx, { stock_id, warehouse_id: place })
    await lockLines(tx, [id])
    await bookMovements(tx, found.ctx, [{ inventory_id: id, type: 'plus', quantity: missing, reason: found.reason }], document)
    found.tell(stock_id, missing)
    lines.push(id)
  }
  return lines
}

/** Default warehouse for incoming stock; undefined if there is none. */
export const firstWarehouse = async (tx: Tx): Promise<number | undefined> =>
  (await tx.one<{ id: number }>(sql`select id from warehouse where enabled order by priority, id limit 1`))?.id
