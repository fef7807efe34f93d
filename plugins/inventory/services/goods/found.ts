import { sql, type Tx } from '#core'
import type { Demand, Shelf } from '../../domain/allocate.ts'
import { book, type Document, lockLines } from './ledger.ts'
import { lineAt } from './line.ts'
import type { Over } from './over.ts'

/**
 * Books in what the books lack of goods that somebody holds in hand, so that their sale can be booked out: the ledger explains both.
 * Shelves are those locked already. @returns them with what was found
 */
export async function findMissing(
  tx: Tx,
  document: Document,
  demands: readonly Demand[],
  shelves: readonly Shelf[],
  { warehouse, found }: Over & { found: NonNullable<Over['found']> },
): Promise<Shelf[]> {
  const place = warehouse ?? (await firstWarehouse(tx))
  if (place === undefined) return [...shelves]
  const all = new Map(shelves.map((shelf) => [shelf.id, shelf]))
  for (const stock of [...new Set(demands.map((d) => d.stock_id))].sort((a, b) => a - b)) {
    const sum = (rows: readonly { stock_id: number }[], of: (row: never) => number) =>
      rows.filter((row) => row.stock_id === stock).reduce((all, row) => all + of(row as never), 0)
    const missing = sum(demands, (d: Demand) => d.quantity) - sum(shelves, (s: Shelf) => s.free)
    if (missing <= 0) continue
    const id = await lineAt(tx, { stock_id: stock, warehouse_id: place })
    await lockLines(tx, [id])
    await book(tx, found.ctx, [{ inventory_id: id, type: 'plus', quantity: missing, reason: found.reason }], document)
    found.tell(stock, missing)
    const known = all.get(id) ?? { id, stock_id: stock, free: 0, priority: Number.MAX_SAFE_INTEGER, expiry: null }
    all.set(id, { ...known, free: known.free + missing })
  }
  return [...all.values()]
}

/** Where goods go of which nobody says where; undefined without any warehouse. */
export const firstWarehouse = async (tx: Tx): Promise<number | undefined> =>
  (await tx.one<{ id: number }>(sql`select id from warehouse where enabled order by priority, id limit 1`))?.id
