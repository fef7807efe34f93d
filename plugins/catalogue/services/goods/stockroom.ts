import { type Ctx, Failed, sql, type Text, text, token, type Tx } from '#core'
import { allocate, type Demand, type Shelf } from '../../domain/allocate.ts'
import { OUT_OF_STOCK } from '../../errors.ts'
import { actorName, type Document } from './ledger.ts'
import { type Delivered, receive } from './receive.ts'
import { sellable } from './sellable.ts'

/** Holds, releases and hands over goods, always inside the transaction of the document they are for. */
export interface Stockroom {
  /** Holds goods. @throws Failed OUT_OF_STOCK with a text by stock id. Stocks that are not tracked are passed over. */
  reserve(tx: Tx, document: Document, demands: readonly Demand[]): Promise<void>
  /** Gives held goods back. */
  release(tx: Tx, document: Document): Promise<void>
  /** Books held goods out as sold. */
  consume(tx: Tx, ctx: Ctx, document: Document): Promise<void>
  /**
   * Puts delivered goods into the line of their warehouse, expiry and lot, made when there is none, and averages the
   * cost of their stock. Negative quantities correct what came in and never take held units. Answers the lines' ids.
   * @throws Failed INVALID, named below each line's `at`.
   */
  receive(tx: Tx, ctx: Ctx, document: Document, delivered: readonly Delivered[]): Promise<number[]>
}

export const STOCKROOM = token<Stockroom>('catalogue/stockroom')

/**
 * Rows are locked in id order and drawn under that lock: of any number of buyers of the last units, exactly
 * so many get them.
 */
export const stockroom: Stockroom = {
  receive,

  async reserve(tx, document, demands) {
    const stocks = [...new Set(demands.map((d) => d.stock_id))]
    const tracked = await tx.rows<{ id: number }>(
      sql`
      select s.id from stock s join product p on p.id = s.product_id where s.id = any(${stocks}::bigint[]) and p.track_inventories`,
      'stockroom.tracked',
    )
    const wanted = new Set(tracked.map((t) => t.id))
    const held = demands.filter((d) => wanted.has(d.stock_id))
    if (held.length === 0) return
    const shelves = await tx.rows<Shelf>(
      sql`
      select i.id, i.stock_id, i.quantity - i.reserved as free, w.priority, i.expiry_date as expiry
      from inventory i join warehouse w on w.id = i.warehouse_id
      where i.stock_id = any(${stocks}::bigint[]) and ${sellable} order by i.id for update of i`,
      'stockroom.lock',
    )
    const { taken, short } = allocate(shelves, held)
    if (short.size > 0) throw new Failed(OUT_OF_STOCK, shortTexts(short))
    await tx.run(
      sql`
      with taken as (select * from jsonb_to_recordset(${JSON.stringify(taken)}::jsonb) as t(inventory_id bigint, stock_id bigint, line_id bigint, quantity int)),
        drawn as (update inventory i set reserved = i.reserved + t.n, updated_at = now()
          from (select inventory_id, sum(quantity)::int as n from taken group by 1) t where i.id = t.inventory_id)
      insert into reservation (inventory_id, stock_id, document_type, document_id, line_id, quantity)
      select inventory_id, stock_id, ${document.type}, ${document.id}, line_id, quantity from taken`,
      'stockroom.draw',
    )
  },

  async release(tx, document) {
    const freed = await close(tx, document, 'canceled')
    if (freed.length === 0) return
    await tx.run(sql`update inventory i set reserved = i.reserved - f.n, updated_at = now()
      from jsonb_to_recordset(${JSON.stringify(freed)}::jsonb) as f(inventory_id bigint, n int) where i.id = f.inventory_id`)
  },

  async consume(tx, ctx, document) {
    const sold = await close(tx, document, 'completed')
    if (sold.length === 0) return
    await tx.run(sql`
      with sold as (select * from jsonb_to_recordset(${JSON.stringify(sold)}::jsonb) as s(inventory_id bigint, n int)),
        booked as (update inventory i set quantity = i.quantity - s.n, reserved = i.reserved - s.n, updated_at = now()
          from sold s where i.id = s.inventory_id returning i.id, i.stock_id, i.warehouse_id, i.quantity, s.n)
      insert into inventory_movement (inventory_id, stock_id, warehouse_id, type, quantity, balance_after, document_type, document_id, actor)
      select id, stock_id, warehouse_id, 'sale', -n, quantity, ${document.type}, ${document.id}, ${actorName(ctx)} from booked`)
  },
}

/** Ends a document's open reservations; the lines are locked in id order first, as every lock of goods is. */
async function close(tx: Tx, document: Document, status: string): Promise<{ inventory_id: number; n: number }[]> {
  await tx.run(sql`select i.id from inventory i where i.id in (select r.inventory_id from reservation r
    where r.document_type = ${document.type} and r.document_id = ${document.id} and r.status = 'pending') order by i.id for update`)
  return tx.rows(sql`
    with ended as (update reservation set status = ${status}, updated_at = now()
      where document_type = ${document.type} and document_id = ${document.id} and status = 'pending' returning inventory_id, quantity)
    select inventory_id, sum(quantity)::int as n from ended group by 1`)
}

function shortTexts(short: ReadonlyMap<number, number>): Record<string, Text[]> {
  return Object.fromEntries([...short].map(([stock, left]) => [`stock.${stock}`, [text('catalogue:error.only_left', { count: left })]]))
}
