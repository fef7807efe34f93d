import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { PERSONAL_DATA } from '../../plugins/people/index.ts'
import { type TestApp, testApp } from '../support/app.ts'

/** Every table that can hold personal data is declared by its plugin, in `tables` of its contribution to `PERSONAL_DATA`. */
let it: TestApp
beforeAll(async () => {
  it = await testApp()
})
afterAll(() => it.close())

/** Columns that identify a person, and columns that can refer to a row of any table. */
const personal = new RegExp(
  `(^|_)(${'customer|person|buyer|reader|visitor|recipient|e?mail|phone|address|contact|first_name|last_name|birthday|gender|ip|browser|network'})(_|$)|^(document|subject|row|claimed)_id$`,
)

interface Declared {
  tables: Map<string, string>
  twice: string[]
  /** Tables that hold personal data. */
  keptTables: Set<string>
}

function declared(): Declared {
  const tables = new Map<string, string>()
  const twice: string[] = []
  const keptTables = new Set<string>()
  for (const [name, handler] of it.kernel.contributions(PERSONAL_DATA))
    for (const [table, rule] of Object.entries(handler.tables)) {
      if (tables.has(table)) twice.push(table)
      tables.set(table, name)
      if (rule === true) keptTables.add(table)
    }
  return { tables, twice, keptTables }
}

/** Undeclared tables that can hold personal data, with the reason: a column, or a parent row that belongs to a person. */
async function unspoken(): Promise<string[]> {
  const { tables, keptTables } = declared()
  const columns = await it.kernel.db.rows<{ table: string; column: string }>(sql`
    select c.table_name as table, c.column_name as column from information_schema.columns c
    join information_schema.tables t on t.table_name = c.table_name and t.table_schema = 'public' and t.table_type = 'BASE TABLE'
    where c.table_schema = 'public' order by 1, c.ordinal_position`)
  const above = await it.kernel.db.rows<{ table: string; above: string }>(
    sql`select conrelid::regclass::text as table, confrelid::regclass::text as above from pg_constraint where contype = 'f' order by 1`,
  )
  return [
    ...columns.filter(({ table, column }) => !tables.has(table) && personal.test(column)).map(({ table, column }) => `${table}.${column}`),
    ...above
      .filter((relation) => !tables.has(relation.table) && keptTables.has(relation.above))
      .map((relation) => `${relation.table} → ${relation.above}`),
  ]
}

test('every table that can hold personal data is declared by its plugin, once', async () => {
  expect(declared().twice).toEqual([])
  expect(
    await unspoken(),
    'list it in `tables` of a personal-data handler: true if exported and erased, or else the reason why not',
  ).toEqual([])
})

test('personal-data handlers declare existing tables, and every ignored table has a reason', async () => {
  const there = await it.kernel.db.rows<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public'`,
  )
  const names = new Set(there.map(({ name }) => name))
  expect([...declared().tables.keys()].filter((table) => !names.has(table))).toEqual([])
  for (const handler of it.kernel.contributions(PERSONAL_DATA).values())
    for (const [table, rule] of Object.entries(handler.tables)) if (rule !== true) expect(rule, table).toMatch(/^[a-z].{5,}[^.]$/)
})

test('an undeclared table with personal data is found by its columns and by its foreign keys', async () => {
  await it.kernel.db.run(
    sql`create table unspoken_voucher (id bigint primary key, customer_id bigint, line_id bigint references order_line)`,
  )
  try {
    expect(await unspoken()).toEqual(['unspoken_voucher.customer_id', 'unspoken_voucher → order_line'])
  } finally {
    await it.kernel.db.run(sql`drop table unspoken_voucher`)
  }
})

test('a row that others refer to is found before their handlers run', async () => {
  const dataSubject = { persons: [], customers: [], emails: [], phones: [], addressHashes: [] }
  let rows: Record<string, readonly number[]> = { person: [], customer: [] }
  for (const handler of it.kernel.contributions(PERSONAL_DATA).values()) {
    for (const resource of handler.eraseAuditOf ?? [])
      expect({ ...rows, ...(await handler.findOwnedRows?.(it.kernel.db, { ...dataSubject, rows })) }).toHaveProperty(resource)
    rows = { ...rows, ...(await handler.findOwnedRows?.(it.kernel.db, { ...dataSubject, rows })) }
  }
})
