import { type Kernel, sql, type Sql } from '#core'
import { STOCKROOM } from '../../inventory/index.ts'
import type { Kind } from '../domain/kinds.ts'

/** Where goods can be picked up by a method: the pickup places among our warehouses, or its carrier's points. */
export function placesSql(kernel: Kernel, method: { kind: Kind; carrier_id: number | null }): Sql {
  if (method.kind !== 'pickup_store')
    return sql`select code, name, address, area, hours, 0 as place from pickup_point where enabled and carrier_id = ${method.carrier_id}`
  const own = kernel.find(STOCKROOM)?.collectedFrom
  return own
    ? sql`select code, name, address, '' as area, '' as hours, place from ${own} w`
    : sql`select '' as code, '' as name, '' as address, '' as area, '' as hours, 0 as place where false`
}
