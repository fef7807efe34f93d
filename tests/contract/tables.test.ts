import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { migrate } from '../../cli/migrate/migrate.ts'
import { migrationSources } from '../../cli/start/boot.ts'
import { listedPlugins, loadPlugins } from '../../cli/start/load.ts'
import { projectRoot } from '../../core/root.ts'
import { createDatabase, dropDatabase } from '../support/database.ts'
import { foreignSql, extractStatements, tablesIn } from '../support/foreign-sql.ts'

/**
 * How often the SQL of one plugin refers to tables of another plugin or of the kernel. A table belongs to its owner, and other plugins
 * should use the owner's services. These numbers only go down: if you lower one, change it here; do not add a line.
 */
const allowed: Record<string, number> = {
  'calendar → core': 2,
  'content → core': 3,
  'currency → core': 1,
  'desk → core': 1,
  'ebook → core': 1,
  'payments → core': 1,
  'people → core': 6,
  'sales → core': 6,
  'staff → core': 3,
}

const plugins = await loadPlugins(listedPlugins([]))

/** Maps each table to the plugin whose migration creates it. */
async function loadTableOwners(): Promise<Map<string, string>> {
  const url = await createDatabase()
  const client = new pg.Client({ connectionString: url })
  const owners = new Map<string, string>()
  try {
    await client.connect()
    const sources = migrationSources(plugins)
    for (const [i, { id }] of sources.entries()) {
      await migrate({ url, sources: sources.slice(0, i + 1) })
      const { rows } = await client.query<{ name: string }>(
        `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public' and c.relkind in ('r', 'p', 'v')`,
      )
      for (const { name } of rows) if (!owners.has(name)) owners.set(name, id.split('+')[0] ?? id)
    }
  } finally {
    await client.end()
    await dropDatabase(url)
  }
  return owners
}

test("no plugin uses another's tables more often than recorded, and the record shrinks with the uses", async () => {
  const owners = await loadTableOwners()
  expect(owners.size).toBeGreaterThan(60)
  const found = foreignSql(
    join(projectRoot(), 'plugins'),
    plugins.map(({ plugin }) => plugin.id),
    owners,
  )
  const counts: Record<string, number> = {}
  for (const { pair } of found) counts[pair] = (counts[pair] ?? 0) + 1
  const more = found.filter(({ pair }) => (counts[pair] ?? 0) > (allowed[pair] ?? 0)).map(({ pair, at }) => `${pair}: ${at}`)
  expect(more, 'ask the owner instead: a reader, a piece of SQL or a model it exports').toEqual([])
  const fewer = Object.entries(allowed).filter(([pair, n]) => (counts[pair] ?? 0) < n)
  expect(
    fewer.map(([pair]) => `${pair}: ${counts[pair] ?? 0}`),
    'lower these numbers',
  ).toEqual([])
})

test('a table is found anywhere in a statement, and aliases and CTE names are not tables', () => {
  const ownersByTable = new Map([
    ['stock', 'goods'],
    ['sales_order', 'sales'],
  ])
  const found = (source: string) => extractStatements(source).flatMap(({ text }) => tablesIn(text, ownersByTable))
  expect(found('sql`select 1 from stock s join sales_order o on true`')).toEqual(['stock', 'sales_order'])
  expect(found('sql`update "stock" set a = ${sql`(select 1 from sales_order where id = ${x})`}`')).toEqual(['stock', 'sales_order'])
  expect(found('sql`select 1 from thing t, stock s`')).toEqual(['stock'])
  expect(found('sql`with stock as (select 1) select * from stock`')).toEqual([])
  expect(found('sql`select stock from thing`; const from = "from stock"')).toEqual([])
})
