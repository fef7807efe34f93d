import { type Ctx, sql, type Sql, type Tx } from 'stoa'
import { inventoryMovement } from '../../resources/movement.ts'
import { actorName, type Document } from './ledger.ts'

/**
 * Inserts the movements of units that a document sold, as a part of a statement. `booked` names, with its order, rows of `id`, `stock_id`,
 * `warehouse_id`, `quantity` after it, and `n` units that left.
 */
export const saleMovementsSql = (tx: Tx, ctx: Ctx, document: Document, booked: Sql, reason = ''): Sql =>
  tx.insertSql(
    inventoryMovement,
    {
      inventory_id: sql`id`,
      stock_id: sql`stock_id`,
      warehouse_id: sql`warehouse_id`,
      type: 'sale',
      quantity: sql`-n`,
      balance_after: sql`quantity`,
      reason,
      document_type: document.type,
      document_id: document.id,
      actor: actorName(ctx),
    },
    booked,
  )
