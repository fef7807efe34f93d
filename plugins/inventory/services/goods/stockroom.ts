import { type Ctx, type Sql, sql, token, type Tx } from '#core'
import { type Asked, asked } from './asked.ts'
import { byLine, type Demand, draw, drawSql } from './draw.ts'
import { actorName, type Document, type Part } from './ledger.ts'
import type { Over } from './over.ts'
import { putBack } from './put-back.ts'
import { type Delivered, receive } from './receive.ts'
import { type Returned, takeIn } from './take-in.ts'

/** Holds, releases and hands over goods, always inside the transaction of the document they are for. */
export interface Stockroom extends Asked {
  /** Holds goods. Stocks that are not tracked are passed over. @throws Failed OUT_OF_STOCK with a text by stock id */
  reserve(tx: Tx, document: Document, demands: readonly Demand[], over?: Over): Promise<void>
  /** Holds goods without being waited for: where there is not enough of them, the database undoes the transaction. */
  send(tx: Tx, document: Document, demands: readonly Demand[]): void
  /**
   * Books goods out as sold that leave over a counter at once: held and consumed in one. @throws Failed OUT_OF_STOCK
   */
  sell(tx: Tx, ctx: Ctx, document: Document, demands: readonly Demand[], over?: Over): Promise<void>
  /** Holds what a document does not hold yet of so many units of its lines. @throws Failed OUT_OF_STOCK */
  complete(tx: Tx, document: Document, demands: readonly Demand[]): Promise<void>
  /** Gives held goods back: all of the document, or so many units of its lines. */
  release(tx: Tx, document: Document, parts?: readonly Part[]): Promise<void>
  /** Books held goods out as sold: all of the document, or so many units of its lines. */
  consume(tx: Tx, ctx: Ctx, document: Document, parts?: readonly Part[]): Promise<void>
  /**
   * Puts delivered goods into the line of their warehouse, expiry and lot, made when there is none, and averages the
   * cost of their stock. Negative quantities correct what came in and never take held units. Answers the lines' ids.
   * @throws Failed INVALID, named below each line's `at`.
   */
  receive(tx: Tx, ctx: Ctx, document: Document, delivered: readonly Delivered[]): Promise<number[]>
  /** Puts units that a document had taken back into the line each was taken from last. What nobody counts has none. */
  putBack(tx: Tx, ctx: Ctx, document: Document, parts: readonly Part[]): Promise<void>
  /** Puts units on the shelf that came back from nobody knows which sale. What nobody counts, or expires, is passed over. */
  takeIn(tx: Tx, ctx: Ctx, document: Document, warehouse: number | null, parts: readonly Returned[]): Promise<void>
}

export const STOCKROOM = token<Stockroom>('inventory/stockroom')

/** Holds what was taken for a document. Units without a line of goods cannot be held: `reservation.inventory_id` is never null. */
const heldSql = ({ type, id }: Document): Sql => sql`
  drawn as (update inventory i set reserved = i.reserved + t.n, updated_at = now() from ${byLine} where i.id = t.inventory_id),
  held as (insert into reservation (inventory_id, stock_id, document_type, document_id, line_id, quantity)
    select inventory_id, stock_id, ${type}, ${id}, line_id, quantity from taken)`

/**
 * Rows are locked in id order and drawn under that lock: of any number of buyers of the last units, exactly
 * so many get them.
 */
export const stockroom: Stockroom = {
  receive,
  putBack,
  takeIn,
  ...asked,

  reserve: (tx, document, demands, over) => draw(tx, document, demands, heldSql(document), 'stockroom.reserve', over),

  send(tx, document, demands) {
    if (demands.length > 0) tx.send(drawSql(demands, heldSql(document)), 'stockroom.send')
  },

  async sell(tx, ctx, document, demands, over) {
    tx.touch('inventory_movement')
    const sold = sql`kept as (insert into reservation (inventory_id, stock_id, document_type, document_id, line_id, quantity, status)
        select inventory_id, stock_id, ${document.type}, ${document.id}, line_id, quantity, 'completed' from taken),
      booked as (update inventory i set quantity = i.quantity - t.n, updated_at = now() from ${byLine} where i.id = t.inventory_id
        returning i.id, i.stock_id, i.warehouse_id, i.quantity, t.n),
      told as (insert into inventory_movement (inventory_id, stock_id, warehouse_id, type, quantity, balance_after, document_type, document_id, actor)
        select id, stock_id, warehouse_id, 'sale', -n, quantity, ${document.type}, ${document.id}, ${actorName(ctx)} from booked order by id)`
    await draw(tx, document, demands, sold, 'stockroom.sell', over)
  },

  async complete(tx, document, demands) {
    const kept = await tx.rows<{ line_id: number; quantity: number }>(
      sql`select line_id, sum(quantity)::int as quantity from reservation
      where document_type = ${document.type} and document_id = ${document.id} and status = 'pending' and line_id is not null group by line_id`,
    )
    const units = new Map(kept.map((k) => [k.line_id, k.quantity]))
    const missing = demands.map((d) => ({ ...d, quantity: d.quantity - (units.get(d.line_id ?? 0) ?? 0) })).filter((d) => d.quantity > 0)
    if (missing.length > 0) await stockroom.reserve(tx, document, missing)
  },

  async release(tx, document, parts) {
    const freed = await close(tx, document, 'canceled', parts)
    if (freed.length === 0) return
    await tx.run(sql`update inventory i set reserved = i.reserved - f.n, updated_at = now()
      from jsonb_to_recordset(${JSON.stringify(freed)}::jsonb) as f(inventory_id bigint, n int) where i.id = f.inventory_id`)
  },

  async consume(tx, ctx, document, parts) {
    const sold = await close(tx, document, 'completed', parts)
    if (sold.length === 0) return
    tx.touch('inventory_movement')
    await tx.run(sql`
      with sold as (select * from jsonb_to_recordset(${JSON.stringify(sold)}::jsonb) as s(inventory_id bigint, n int)),
        booked as (update inventory i set quantity = i.quantity - s.n, reserved = i.reserved - s.n, updated_at = now()
          from sold s where i.id = s.inventory_id returning i.id, i.stock_id, i.warehouse_id, i.quantity, s.n)
      insert into inventory_movement (inventory_id, stock_id, warehouse_id, type, quantity, balance_after, document_type, document_id, actor)
      select id, stock_id, warehouse_id, 'sale', -n, quantity, ${document.type}, ${document.id}, ${actorName(ctx)} from booked`)
  },
}

/**
 * Ends a document's open reservations, or so many units of them: the row they are taken from keeps the rest. The lines of
 * goods are locked in id order first, as every lock of goods is.
 */
async function close(tx: Tx, document: Document, status: string, parts?: readonly Part[]): Promise<{ inventory_id: number; n: number }[]> {
  const mine = sql`r.document_type = ${document.type} and r.document_id = ${document.id} and r.status = 'pending'`
  await tx.run(
    sql`select i.id from inventory i where i.id in (select r.inventory_id from reservation r where ${mine}) order by i.id for update`,
  )
  const wanted = parts
    ? sql`select p.line_id, sum(p.quantity)::int as quantity from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as p(line_id bigint, quantity int) group by 1`
    : sql`select r.line_id, sum(r.quantity)::int as quantity from reservation r where ${mine} group by 1`
  return tx.rows(sql`
    with wanted as (${wanted}),
    open as (select r.id, r.inventory_id, r.stock_id, r.line_id, r.quantity,
        least(r.quantity, w.quantity - (sum(r.quantity) over (partition by r.line_id order by r.id) - r.quantity))::int as taken
      from reservation r join wanted w on w.line_id is not distinct from r.line_id where ${mine}),
    whole as (update reservation r set status = ${status}, updated_at = now() from open o where r.id = o.id and o.taken = o.quantity),
    rest as (update reservation r set quantity = o.quantity - o.taken, updated_at = now() from open o where r.id = o.id and o.taken between 1 and o.quantity - 1),
    part as (insert into reservation (inventory_id, stock_id, document_type, document_id, line_id, quantity, status)
      select o.inventory_id, o.stock_id, ${document.type}, ${document.id}, o.line_id, o.taken, ${status} from open o where o.taken between 1 and o.quantity - 1)
    select inventory_id, sum(taken)::int as n from open where taken > 0 group by 1`)
}
