import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot, type Seed, sql } from 'stoa'
import { warehouse } from './resources/warehouse.ts'
import { bookMovements } from './services/stock/ledger.ts'
import { findOrCreateInventoryRow } from './services/stock/inventory-row.ts'
import { planInventory } from './seed-year.ts'
import { findStocksBySku } from 'stoa/plugins/catalogue'

const readFixture = <T>(name: string): T =>
  JSON.parse(readFileSync(join(projectRoot(), 'fixtures', 'inventory', `${name}.json`), 'utf8')) as T

/** Warehouses of the demo shop, with stock in the first one. Items that have stock stay unchanged. */
export const seedInventory: Seed = async (ctx) => {
  const { kernel } = ctx
  const warehouses = readFixture<Record<string, unknown>[]>('warehouse')
  for (const input of warehouses)
    if (!(await kernel.resources.findBy(ctx, warehouse, 'code', input.code))) await kernel.resources.create(ctx, warehouse, input)
  const firstWarehouse = await kernel.resources.findBy(ctx, warehouse, 'code', warehouses[0]?.code)
  if (!firstWarehouse) return
  const units = readFixture<Record<string, number>>('goods')
  await kernel.transaction(async (tx) => {
    for (const { id, sku } of await findStocksBySku(tx, Object.keys(units))) {
      if (await tx.one(sql`select 1 from inventory where stock_id = ${id}`)) continue
      const line = await findOrCreateInventoryRow(tx, { stock_id: id, warehouse_id: firstWarehouse.id })
      await bookMovements(tx, ctx, [{ inventory_id: line, type: 'plus', quantity: units[sku] ?? 0 }])
    }
  })
  if (ctx.year) planInventory(ctx.year)
}
