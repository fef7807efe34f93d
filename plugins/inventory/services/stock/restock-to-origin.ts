import { type Ctx, sql, type Tx } from 'stoa'
import { bookMovements, type DocumentRef, lockInventoryRows, type LineQuantity } from './ledger.ts'

/** Restocks units of document lines into the inventory row each was last taken from. */
export async function restockToOrigin(tx: Tx, ctx: Ctx, document: DocumentRef, parts: readonly LineQuantity[]): Promise<void> {
  const origins = await tx.rows<{ line_id: number; inventory_id: number }>(
    sql`select distinct on (line_id) line_id, inventory_id from reservation
    where document_type = ${document.type} and document_id = ${document.id} and status = 'completed' order by line_id, id desc`,
  )
  const inventoryByLine = new Map(origins.map((f) => [f.line_id, f.inventory_id]))
  const units = new Map<number, number>()
  for (const { line_id, quantity } of parts) {
    const inventory = inventoryByLine.get(line_id)
    if (inventory !== undefined && quantity > 0) units.set(inventory, (units.get(inventory) ?? 0) + quantity)
  }
  if (units.size === 0) return
  await lockInventoryRows(tx, [...units.keys()])
  await bookMovements(
    tx,
    ctx,
    [...units].map(([inventory_id, quantity]) => ({ inventory_id, type: 'return' as const, quantity })),
    document,
  )
}
