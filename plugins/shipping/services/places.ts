import { sql, type Sql } from '#core'
import type { Kind } from '../domain/kinds.ts'

/** Where goods can be picked up by a method: the pickup places among our warehouses, or its carrier's points. */
export const placesSql = (method: { kind: Kind; carrier_id: number | null }): Sql =>
  method.kind === 'pickup_store'
    ? sql`select code, name, address, '' as area, '' as hours, priority as place from warehouse where is_pickup and enabled`
    : sql`select code, name, address, area, hours, 0 as place from pickup_point where enabled and carrier_id = ${method.carrier_id}`
