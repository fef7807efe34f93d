import { sql, type Sql } from 'stoa'
import type { DocumentRef } from './ledger.ts'
import { isSellableSql } from './allocate-stock.ts'

/** SQL parts about stock for the statements of other plugins. */
export interface StockQueries {
  /** SQL value: the warehouse of the first of these document lines, reserved units before consumed ones. */
  warehouseSql(document: DocumentRef, lineIds: readonly number[]): Sql
  /** SQL: reservations for documents of a type: `id`, `document_id` and `line_id`. */
  reservationsSql(type: string): Sql
  /**
   * SQL: units of document lines of a type that ever had a reservation: `document_id`, `line_id`, `stock_id`, units
   * `reserved` now and units `consumed`, that is booked out.
   */
  unitsByLineSql(type: string): Sql
  /** SQL: units of stock item `s` of product `p` that can be sold from one warehouse, or from any if null; null if untracked. */
  availableInSql(warehouse: number | null): Sql
  /** SQL: pickup warehouses: `code`, `name`, `address` and `sort_order`. */
  pickupWarehousesSql: Sql
  /** SQL value: the pickup code of a warehouse on orders. */
  pickupCodeSql(warehouse: number): Sql
}

export const stockQueries: StockQueries = {
  warehouseSql: ({ type, id }, lineIds) => sql`(select i.warehouse_id from reservation r join inventory i on i.id = r.inventory_id
    where r.document_type = ${type} and r.document_id = ${id} and r.line_id = any(${[...lineIds]}::bigint[])
    order by (r.status = 'pending') desc, r.id limit 1)`,
  reservationsSql: (type) => sql`(select id, document_id, line_id from reservation where document_type = ${type} and status = 'pending')`,
  unitsByLineSql: (type) => sql`(select document_id, line_id, min(stock_id) as stock_id,
    coalesce(sum(quantity) filter (where status = 'pending'), 0)::int as reserved,
    coalesce(sum(quantity) filter (where status = 'completed'), 0)::int as consumed
    from reservation where document_type = ${type} group by document_id, line_id)`,
  availableInSql: (warehouse) => sql`case when p.track_inventories then coalesce((select sum(i.quantity - i.reserved)
    from inventory i join warehouse w on w.id = i.warehouse_id
    where i.stock_id = s.id and (${warehouse}::bigint is null or i.warehouse_id = ${warehouse}::bigint) and ${isSellableSql})::int, 0) end`,
  pickupWarehousesSql: sql`(select code, name, address, priority as sort_order from warehouse where is_pickup and enabled)`,
  pickupCodeSql: (warehouse) => sql`(select code from warehouse where id = ${warehouse})`,
}
