import { type Ctx, validationError, sql, message, type Tx } from 'stoa'
import type { MovementType } from '../../domain/movement.ts'
import { inventoryMovement } from '../../resources/movement.ts'

/** Actor name of a movement. */
export const actorName = ({ actor }: Ctx): string => ('name' in actor ? actor.name : actor.kind)

/** A document that reserves or moves stock, for example an order. */
export interface DocumentRef {
  type: string
  id: number
}

/** Units of one line of a document. Units without a reservation, such as untracked items, are skipped. */
export interface LineQuantity {
  line_id: number
  quantity: number
}

/** A locked inventory row. `reserved` units belong to documents and cannot be removed. */
export interface LockedInventoryRow {
  id: number
  stock_id: number
  warehouse_id: number
  quantity: number
  reserved: number
}

/** Locks inventory rows in id order, as all code does; missing rows are left out of the result. */
export const lockInventoryRows = (tx: Tx, ids: readonly number[]): Promise<LockedInventoryRow[]> =>
  tx.rows(
    sql`select id, stock_id, warehouse_id, quantity, reserved from inventory where id = any(${[...ids]}::bigint[]) order by id for update`,
  )

/** Locks all inventory rows of stock items in id order, for code that releases and reserves units in one transaction. */
export const lockInventoryOfStocks = (tx: Tx, stockIds: readonly number[]): Promise<unknown> =>
  tx.run(sql`select id from inventory where stock_id = any(${[...stockIds]}::bigint[]) order by id for update`)

/** A quantity change of one inventory row: units in (positive) or out (negative). */
export interface MovementEntry {
  inventory_id: number
  type: MovementType
  quantity: number
  reason?: string
  remark?: string
  /** Pair id from the sequence of movements, shared by the two movements of a transfer. */
  pair_id?: number | null
}

/** A written movement. */
export interface BookedMovement {
  id: number
  inventory_id: number
  balance_after: number
}

/**
 * The only way to change a quantity, apart from consuming reserved stock: one statement updates the row and writes
 * its movement. Entries of zero units write nothing. Incoming units reactivate a discarded row. With several entries
 * the rows must be locked before, and a row may appear in `entries` once.
 * @throws AppError INVALID if a row would have fewer units than are reserved
 */
export async function bookMovements(
  tx: Tx,
  ctx: Ctx,
  entries: readonly MovementEntry[],
  document?: DocumentRef,
): Promise<BookedMovement[]> {
  const changes = entries.filter((e) => e.quantity !== 0)
  if (changes.length === 0) return []
  const movements = tx.insertSql(
    inventoryMovement,
    {
      inventory_id: sql`c.id`,
      stock_id: sql`c.stock_id`,
      warehouse_id: sql`c.warehouse_id`,
      type: sql`e.type`,
      quantity: sql`e.quantity`,
      balance_after: sql`c.quantity`,
      reason: sql`coalesce(e.reason, '')`,
      remark: sql`coalesce(e.remark, '')`,
      pair_id: sql`e.pair_id`,
      document_type: document?.type ?? null,
      document_id: document?.id ?? null,
      actor: actorName(ctx),
    },
    sql`updated_rows c join entry e on e.inventory_id = c.id order by c.id`,
  )
  const booked = await tx.rows<BookedMovement>(
    sql`
    with entry as (select * from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
        as e(inventory_id bigint, type text, quantity int, reason text, remark text, pair_id bigint)),
      updated_rows as (update inventory i set quantity = i.quantity + e.quantity, updated_at = now(), is_discard = i.is_discard and e.quantity < 0
        from entry e where i.id = e.inventory_id and i.quantity + e.quantity >= i.reserved returning i.id, i.stock_id, i.warehouse_id, i.quantity)
    ${movements} returning id, inventory_id, balance_after`,
    'ledger.book',
  )
  if (booked.length !== changes.length) throw validationError({ quantity: message('inventory:error.quantity_large') })
  tx.invalidate('product')
  tx.invalidate('inventory')
  return booked
}
