import { type Ctx, sql, type Tx } from 'stoa'
import { bookMovements, type Document, lockLines, type Part } from './ledger.ts'

/** Restocks units into the stock line each was last taken from. */
export async function restockUnits(tx: Tx, ctx: Ctx, document: Document, parts: readonly Part[]): Promise<void> {
  const from = await tx.rows<{ line_id: number; inventory_id: number }>(
    sql`select distinct on (line_id) line_id, inventory_id from reservation
    where document_type = ${document.type} and document_id = ${document.id} and status = 'completed' order by line_id, id desc`,
  )
  const inventoryByLine = new Map(from.map((f) => [f.line_id, f.inventory_id]))
  const back = new Map<number, number>()
  for (const { line_id, quantity } of parts) {
    const inventory = inventoryByLine.get(line_id)
    if (inventory !== undefined && quantity > 0) back.set(inventory, (back.get(inventory) ?? 0) + quantity)
  }
  if (back.size === 0) return
  await lockLines(tx, [...back.keys()])
  await bookMovements(
    tx,
    ctx,
    [...back].map(([inventory_id, quantity]) => ({ inventory_id, type: 'return' as const, quantity })),
    document,
  )
}
