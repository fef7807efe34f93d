import { type Ctx, sql, type Sql, type Tx } from 'stoa'
import { inventoryMovement } from '../../resources/movement.ts'
import { actorName, type Document } from './ledger.ts'

/**
 * SQL: inserts the movements of units sold by a document. `booked` gives, in order, rows of `id`, `stock_id`,
 * `warehouse_id`, the resulting `quantity`, and `n` units sold.
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
