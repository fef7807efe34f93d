import { type Ctx, validationError, sql, message, type Tx } from 'stoa'
import type { MovementType } from '../../domain/movement.ts'
import { inventoryMovement } from '../../resources/movement.ts'

/** Who a movement is booked on. */
export const actorName = ({ actor }: Ctx): string => ('name' in actor ? actor.name : actor.kind)

/** A document that holds or moves goods, for example an order. */
export interface Document {
  type: string
  id: number
}

/** So many units of one line of a document. What was not held of them, such as goods nobody counts, is passed over. */
export interface Part {
  line_id: number
  quantity: number
}

/** A line of goods under lock. `reserved` units are promised to somebody and stay. */
export interface LockedLine {
  id: number
  stock_id: number
  warehouse_id: number
  quantity: number
  reserved: number
}

/** Locks lines in id order, as every lock of goods is taken; lines that are not there are missing from the answer. */
export const lockLines = (tx: Tx, ids: readonly number[]): Promise<LockedLine[]> =>
  tx.rows(
    sql`select id, stock_id, warehouse_id, quantity, reserved from inventory where id = any(${[...ids]}::bigint[]) order by id for update`,
  )

/** Locks all lines of some stocks in id order, for whoever releases and reserves units of them in one transaction. */
export const lockStocks = (tx: Tx, stockIds: readonly number[]): Promise<unknown> =>
  tx.run(sql`select id from inventory where stock_id = any(${[...stockIds]}::bigint[]) order by id for update`)

/** A change of one line's quantity: so many units in (above zero) or out (below). */
export interface MovementEntry {
  inventory_id: number
  type: MovementType
  quantity: number
  reason?: string
  remark?: string
  /** A number from the same sequence as the movements', carried by both halves of a transfer and by nothing else. */
  pair_id?: number | null
}

/** A movement as it was written. */
export interface BookedMovement {
  id: number
  inventory_id: number
  balance_after: number
}

/**
 * The one way a quantity changes, besides the sale of what was reserved: the line and the movement that explains it,
 * in one statement. Entries of zero units write nothing. Goods that come back to a discarded line make it good again.
 * With several entries the lines must be locked before. One line may stand in `entries` once.
 * @throws Failed INVALID when a line would hold less than is promised.
 */
export async function bookMovements(tx: Tx, ctx: Ctx, entries: readonly MovementEntry[], document?: Document): Promise<BookedMovement[]> {
  const real = entries.filter((e) => e.quantity !== 0)
  if (real.length === 0) return []
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
    sql`changed c join entry e on e.inventory_id = c.id order by c.id`,
  )
  const booked = await tx.rows<BookedMovement>(
    sql`
    with entry as (select * from jsonb_to_recordset(${JSON.stringify(real)}::jsonb)
        as e(inventory_id bigint, type text, quantity int, reason text, remark text, pair_id bigint)),
      changed as (update inventory i set quantity = i.quantity + e.quantity, updated_at = now(), is_discard = i.is_discard and e.quantity < 0
        from entry e where i.id = e.inventory_id and i.quantity + e.quantity >= i.reserved returning i.id, i.stock_id, i.warehouse_id, i.quantity)
    ${movements} returning id, inventory_id, balance_after`,
    'ledger.book',
  )
  if (booked.length !== real.length) throw validationError({ quantity: message('inventory:error.quantity_large') })
  tx.invalidate('product')
  tx.invalidate('inventory')
  return booked
}
