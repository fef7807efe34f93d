import { type Kernel } from 'stoa'
import { warehouse } from '../resources/warehouse.ts'

/** Names of warehouses by id. Without ids it runs no query, so it also works without warehouses. */
export async function warehouseNames(kernel: Kernel, ids: readonly (number | null | undefined)[]): Promise<Map<number, string>> {
  const definedIds = [...new Set(ids.filter((id) => id !== null && id !== undefined))]
  if (definedIds.length === 0) return new Map()
  const rows = await kernel.query(warehouse).whereIn('id', definedIds)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
