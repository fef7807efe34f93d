import { type Kernel, sql, type Sql } from 'stoa'
import { INVENTORY } from 'stoa/plugins/inventory'
import type { Kind } from '../domain/cost.ts'

/** The pickup points of a method: our own warehouses with pickup, or those of its carrier. */
export function placesSql(kernel: Kernel, method: { kind: Kind; carrier_id: number | null }): Sql {
  if (method.kind !== 'pickup_store')
    return sql`select code, name, address, area, hours, 0 as place from pickup_point where enabled and carrier_id = ${method.carrier_id}`
  const pickupWarehouses = kernel.find(INVENTORY)?.pickupWarehousesSql
  return pickupWarehouses
    ? sql`select code, name, address, '' as area, '' as hours, sort_order as place from ${pickupWarehouses} w`
    : sql`select '' as code, '' as name, '' as address, '' as area, '' as hours, 0 as place where false`
}

/** SQL condition that a method is pickup at one of our own locations. */
export const collectedSql = (method: Sql): Sql =>
  sql`exists (select 1 from shipping_method c where c.id = ${method} and c.kind = 'pickup_store')`
