import { sql, type Sql } from 'stoa'
import type { Document } from './ledger.ts'
import { sellable } from './allocate-stock.ts'

/** What documents of others ask of goods, as parts of their own statements. */
export interface StockQueries {
  /** The warehouse the first of these lines of a document were taken from, those still held before others: a value of a statement. */
  warehouseOf(document: Document, lineIds: readonly number[]): Sql
  /** What is held for documents of a type: a query answering `id`, `document_id` and `line_id`. */
  heldFor(type: string): Sql
  /**
   * Units of lines of documents of a type, as far as stock was ever held for them: a query answering `document_id`, `line_id`, `stock_id`,
   * units `reserved` now and units `consumed`, that is booked out.
   */
  unitsFor(type: string): Sql
  /** How many of stock `s` of product `p` can be sold out of one warehouse, or of any when null; null when nobody counts them. */
  freeIn(warehouse: number | null): Sql
  /** Warehouses goods can be collected from: a query answering `code`, `name`, `address` and `place`, their order. */
  collectedFrom: Sql
  /** What orders know a warehouse by that are collected there: a value of a statement. */
  codeOf(warehouse: number): Sql
}

export const stockQueries: StockQueries = {
  warehouseOf: ({ type, id }, lineIds) => sql`(select i.warehouse_id from reservation r join inventory i on i.id = r.inventory_id
    where r.document_type = ${type} and r.document_id = ${id} and r.line_id = any(${[...lineIds]}::bigint[])
    order by (r.status = 'pending') desc, r.id limit 1)`,
  heldFor: (type) => sql`(select id, document_id, line_id from reservation where document_type = ${type} and status = 'pending')`,
  unitsFor: (type) => sql`(select document_id, line_id, min(stock_id) as stock_id,
    coalesce(sum(quantity) filter (where status = 'pending'), 0)::int as reserved,
    coalesce(sum(quantity) filter (where status = 'completed'), 0)::int as consumed
    from reservation where document_type = ${type} group by document_id, line_id)`,
  freeIn: (warehouse) => sql`case when p.track_inventories then coalesce((select sum(i.quantity - i.reserved)
    from inventory i join warehouse w on w.id = i.warehouse_id
    where i.stock_id = s.id and (${warehouse}::bigint is null or i.warehouse_id = ${warehouse}::bigint) and ${sellable})::int, 0) end`,
  collectedFrom: sql`(select code, name, address, priority as place from warehouse where is_pickup and enabled)`,
  codeOf: (warehouse) => sql`(select code from warehouse where id = ${warehouse})`,
}
