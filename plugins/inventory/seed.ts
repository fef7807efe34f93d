import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot, type Seed, sql } from 'stoa'
import { warehouse } from './resources/warehouse.ts'
import { bookMovements } from './services/stock/ledger.ts'
import { findOrCreateLine } from './services/stock/line.ts'
import { planGoods } from './seed-year.ts'
import { findStocksBySku } from 'stoa/plugins/catalogue'

const read = <T>(name: string): T => JSON.parse(readFileSync(join(projectRoot(), 'fixtures', 'inventory', `${name}.json`), 'utf8')) as T

/** Warehouses of the demo shop, with stock in the first one. Items that have stock stay unchanged. */
export const seedGoods: Seed = async (ctx) => {
  const { kernel } = ctx
  const places = read<Record<string, unknown>[]>('warehouse')
  for (const input of places)
    if (!(await kernel.resources.findBy(ctx, warehouse, 'code', input.code))) await kernel.resources.create(ctx, warehouse, input)
  const home = await kernel.resources.findBy(ctx, warehouse, 'code', places[0]?.code)
  if (!home) return
  const units = read<Record<string, number>>('goods')
  await kernel.transaction(async (tx) => {
    for (const { id, sku } of await findStocksBySku(tx, Object.keys(units))) {
      if (await tx.one(sql`select 1 from inventory where stock_id = ${id}`)) continue
      const line = await findOrCreateLine(tx, { stock_id: id, warehouse_id: home.id })
      await bookMovements(tx, ctx, [{ inventory_id: line, type: 'plus', quantity: units[sku] ?? 0 }])
    }
  })
  if (ctx.year) planGoods(ctx.year)
}
