import { type Ctx, sql, type Sql, type Tx } from 'stoa'
import { inventoryMovement } from '../../resources/movement.ts'
import { actorName, type DocumentRef } from './ledger.ts'

/**
 * SQL: inserts the movements of units sold by a document. `updatedRows` gives, in order, `id`, `stock_id`,
 * `warehouse_id`, the resulting `quantity`, and `n` units sold.
 */
export const saleMovementsSql = (tx: Tx, ctx: Ctx, document: DocumentRef, updatedRows: Sql, reason = ''): Sql =>
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
    updatedRows,
  )
