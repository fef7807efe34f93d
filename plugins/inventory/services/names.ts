import { type Kernel } from 'stoa'
import { warehouse } from '../resources/warehouse.ts'

/** Names of warehouses by id. Without ids it runs no query, so it also works without warehouses. */
export async function warehouseNames(kernel: Kernel, ids: readonly (number | null | undefined)[]): Promise<Map<number, string>> {
  const known = [...new Set(ids.filter((id) => id !== null && id !== undefined))]
  if (known.length === 0) return new Map()
  const rows = await kernel.query(warehouse).whereIn('id', known)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
