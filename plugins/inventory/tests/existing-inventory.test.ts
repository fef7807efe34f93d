import { expect, test } from 'vitest'
import { migrationSources } from '../../../cli/start/boot.ts'
import { listedPlugins, loadPlugins } from '../../../cli/start/load.ts'
import { migrate } from '../../../cli/migrate/migrate.ts'
import { sql } from 'stoa'
import { suite } from 'stoa/testing'

const shop = suite(['inventory', 'sales'])

test('inventory older than the plugin is unchanged by its migrations, and product stock status follows later changes', async () => {
  const { it, owner, guest } = shop
  const { db } = it.kernel
  const warehouse = (await owner.post('/api/admin/warehouse', { code: 'main', name: 'Main' })).body.id
  const pot = { name: 'Pot', sku: 'POT', url: 'pot', stocks: [{ price: '10', inventories: [{ warehouse_id: warehouse, quantity: 3 }] }] }
  const made = (await owner.post('/api/admin/product', pot)).body
  const line = made.stocks[0].inventories[0].id
  // Recreate an old database: the migrations that moved inventory to this plugin have not run, and a migrated catalogue reports every
  // product as in stock.
  await db.run(sql`delete from migration where name in ('inventory/0000_goods', 'sales+inventory/0001_goods')`)
  await db.run(
    sql`create or replace function stoa_in_stock(product bigint) returns boolean language plpgsql stable as $$ begin return true; end $$`,
  )
  await db.run(sql`update inventory set reserved = quantity where id = ${line}`)

  const sources = migrationSources(await loadPlugins(listedPlugins([])))
  const there = new Set([...it.kernel.registry.plugins.map(({ id }) => id), 'sales+inventory'])
  expect(await migrate({ url: it.url, sources: sources.filter(({ id }) => there.has(id)) })).toEqual([
    'inventory/0000_goods',
    'sales+inventory/0001_goods',
  ])

  expect(await db.rows(sql`select quantity, reserved from inventory`)).toEqual([{ quantity: 3, reserved: 3 }])
  const inStock = async () => (await guest.post('/api/product/search', { keyword: 'pot' })).body.data[0].in_stock
  expect(await inStock()).toBe(false)
  await db.run(sql`update inventory set reserved = 0 where id = ${line}`)
  expect(await inStock()).toBe(true)
  await owner.put(`/api/admin/warehouse/${warehouse}`, { enabled: false })
  expect(await inStock()).toBe(false)
})
