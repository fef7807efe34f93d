import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { id, sql } from '../../../core/db/sql.ts'
import { f } from '../../../core/fields/f.ts'
import { validationError, message } from '../../../core/http/errors.ts'
import { definePlugin } from '../../../core/plugin/define.ts'
import { defineResource } from '../../../core/resource/define.ts'
import { importRecords } from '../import/import.ts'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { captureStatements } from '../../../tests/support/query-listener.ts'
import { address } from './address.ts'

/** Only the hook prevents two stays in one room on the same night. */
const stay = defineResource({
  name: 't_stay',
  match: 'code',
  fields: { code: f.text({ unique: true }), room: f.text(), night: f.date() },
  hooks: {
    validate: async ({ tx, old, input }) => {
      const [room, night] = [input.room ?? old?.room, input.night ?? old?.night]
      const other = await tx.one(
        sql`select 1 from t_stay where room = ${room} and night = ${night} and id is distinct from ${old?.id ?? null}`,
      )
      if (other) throw validationError({ night: message('core:rule.choice') })
    },
  },
})

/** Its hook throws at one row, as if the process were ending. */
const burst = defineResource({
  name: 't_burst',
  match: 'code',
  fields: { code: f.text({ unique: true }) },
  hooks: {
    validate: ({ input }) => {
      if (input.code === 'broken') throw new Error('broken off')
    },
  },
})

/** A row counts the rows that refer to it: their hook increments the count, which is copied after the import. */
const parent = defineResource({
  name: 't_parent',
  match: 'code',
  fields: { code: f.text({ unique: true }), of: f.text({ default: '' }) },
  hooks: {
    beforeValidate: async ({ tx, input }) => {
      if (input.of) await tx.run(sql`update t_parent set children = children + 1 where code = ${input.of}`)
    },
    afterImport: async ({ tx, ids }) => {
      await tx.run(sql`update t_parent set settled_children = children where id = any(${[...ids]}::bigint[])`)
    },
  },
})

const common =
  "created_at timestamptz not null default now(), updated_at timestamptz not null default now(), ext jsonb not null default '{}'"
const tables = `
  create table t_burst (id bigint generated always as identity primary key, code text not null constraint t_burst_code_unique unique, ${common});
  create table t_parent (id bigint generated always as identity primary key, code text not null constraint t_parent_code_unique unique, "of" text not null,
    children int not null default 0, settled_children int, ${common});
  create table t_stay (id bigint generated always as identity primary key, code text not null constraint t_stay_code_unique unique, room text not null,
    night date not null, ${common});
  create table t_address (id bigint generated always as identity primary key, code text not null constraint t_address_code_unique unique,
    main boolean not null, note text not null, version int not null default 1, ${common});`

let it: TestApp
beforeAll(async () => {
  it = await testApp(['catalogue', 'inventory', 'content', 'shipping', 'sheets'], {
    extra: [definePlugin({ id: 't_together', resources: [stay, address, burst, parent] })],
    tables,
  })
})
afterAll(() => it.close())
beforeEach(async () => {
  await it.kernel.db.pool.query(
    'truncate product, stock, inventory, inventory_movement, category, brand, warehouse, redirect, t_stay, t_address, t_parent, audit_log restart identity cascade',
  )
  await it.kernel.resources.create(it.ctx, 'warehouse', { code: 'main', name: 'Main' })
})

const put = (resource: string, csv: string, o = {}) =>
  importRecords(it.ctx, resource, { name: 'a.csv', bytes: Buffer.from(csv) }, { speak: 'en-US', ...o })

const header =
  'product_sku,name,name:zh-HK,url,categories,brand,tags,weight_g,stock_sku,barcode,price,special_price,warehouse,quantity,lot_code,option1_key,option1_value'

/** Product rows with one or two variants; some cells are empty. */
function lines(count: number, round = 0): string[] {
  return Array.from({ length: count }, (_, n) => {
    const product = [
      `P${n}`,
      `Tea ${n}`,
      n % 3 ? `茶 ${n}` : '',
      `tea-${n}-${round}`,
      `Tea > Kind ${n % 3}`,
      `Leaf ${n % 2}`,
      n % 4 ? 'a | b' : '',
    ]
    const first = [
      n % 5 ? '' : '250',
      `P${n}-a`,
      `49000000${1_000 + n}`,
      `${10 + n + round}.50`,
      n % 4 ? '' : '9.00',
      'main',
      n + round,
      `L${round}`,
      'Size',
      'S',
    ]
    const second = ['', `P${n}-b`, '', '7.00', '', 'main', 3, 'M', 'Size', 'L']
    return [[...product, ...first], ...(n % 3 ? [] : [[...product.map((cell, i) => (i === 0 ? cell : '')), ...second]])]
  }).flatMap((list) => list.map((cells) => cells.join()))
}

/** Removes timestamps and ids, because ids of rejected rows are not reused. */
const bare = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (key, inner) => {
    if (/^(id|.*_id|created_at|updated_at|seen|request_id)$/.test(key)) return undefined
    return ['categories', 'brand_id'].includes(inner?.field) ? { ...inner, old: typeof inner.old, new: typeof inner.new } : inner
  })

const comparedTables = ['product', 'stock', 'inventory', 'inventory_movement', 'product_category', 'redirect']

/** All rows that product imports write. */
async function all(): Promise<unknown> {
  const read = async (table: string) => {
    const rows = await it.kernel.db.rows<{ row: object }>(sql`select to_jsonb(x) as row from ${id(table)} x`)
    return [table, rows.map(({ row }) => JSON.stringify(bare(row))).sort()]
  }
  const audit = await it.kernel.db.rows(sql`select verb, changes from audit_log where resource = 'product' order by id`)
  return [...(await Promise.all([...comparedTables, 'product_shelf', 'product_search'].map(read))), bare(audit)]
}

test('rows written in a batch equal rows written one by one', async () => {
  const rounds = [lines(40), lines(40, 1)]
  const sheet = (list: readonly string[] | undefined, more: readonly string[] = []) => `${[header, ...(list ?? []), ...more].join('\n')}\n`
  const together = []
  for (const round of rounds) together.push(await put('product', sheet(round)), await all())
  await it.kernel.db.pool.query(
    'truncate product, stock, inventory, inventory_movement, category, brand, redirect, audit_log restart identity cascade',
  )
  // Two rows with one barcode: the transaction is repeated row by row, and only the second one fails.
  const alone = []
  for (const [i, round] of rounds.entries()) {
    const answer = await put('product', sheet(round, [`X${i},Odd,,,,,,,X${i}-a,490000001000,1.00,,main,1,,,`]))
    expect(answer.errors).toMatchObject([{ row: round.length + 2, column: 'barcode', value: '490000001000' }])
    answer.data.pop()
    alone.push({ ...answer, errors: [], summary: { ...answer.summary, error: 0 }, lines: { read: round.length, left_out: 0 } }, await all())
  }
  expect(together[0]).toMatchObject({ summary: { create: 40, change: 0, unchanged: 0, error: 0 } })
  expect(together[2]).toMatchObject({ summary: { create: 0, change: 40, unchanged: 0, error: 0 } })
  expect(bare(together)).toEqual(bare(alone))
})

test('a row is settled after hooks of other rows in its transaction have written to it', async () => {
  const rows = Array.from({ length: 200 }, (_, n) => `R${n},${n === 0 ? '' : `R${Math.floor(n / 2)}`}`)
  const { summary } = await put('t_parent', `code,of\n${rows.join('\n')}\n`)
  expect(summary).toMatchObject({ create: 200, error: 0 })
  const stale = await it.kernel.db.rows(sql`select code from t_parent where settled_children is distinct from children`)
  expect(stale).toEqual([])
  expect(await it.kernel.db.one(sql`select sum(children)::int as sum from t_parent`)).toEqual({ sum: 199 })
})

test('the number of statements of an import does not grow with the number of products', async () => {
  const costs = async (csv: string) => {
    const statements = await captureStatements(async () => {
      expect((await put('product', csv)).summary.error).toBe(0)
    })
    return statements.length
  }
  const sheet = (count: number, round: number) => `${[header, ...lines(count, round)].join('\n')}\n`
  await costs(sheet(6, 0))
  expect(await costs(sheet(120, 0))).toBeLessThan(40)
  expect(await costs(sheet(120, 0))).toBeLessThan(20)
  expect(await costs(sheet(120, 1).replaceAll(/,tea-(\d+)-1,/g, ',tea-$1-0,'))).toBeLessThan(40)
})

test('a hook that queries the database sees the rows before its own', async () => {
  const answer = await put('t_stay', 'code,room,night\nA,1,2026-01-01\nB,2,2026-01-01\nC,1,2026-01-01\nD,1,2026-01-02\n')
  expect(answer.summary).toEqual({ create: 3, change: 0, unchanged: 0, error: 1 })
  expect(answer.errors).toMatchObject([{ row: 4, column: 'night' }])
  // The rows depend on each other: the second takes the night that the first left, the third the one that the second left.
  const moved = await put('t_stay', 'code,night\nA,2026-01-03\nD,2026-01-01\nB,2026-01-02\n')
  expect(moved.summary).toEqual({ create: 0, change: 3, unchanged: 0, error: 0 })
})

test('a row changed by a hook of another row is updated from its current value', async () => {
  await put('t_address', 'code,main\nA,1\nB,0\nC,0\n')
  const answer = await put('t_address', 'code,main,note\nB,1,new\nA,1,old\n')
  expect(answer.summary).toMatchObject({ change: 2 })
  expect(answer.data[1]?.changes.map(({ field, old, new: now }) => [field, old, now])).toEqual([
    ['main', false, true],
    ['note', '', 'old'],
  ])
  expect(await it.kernel.db.rows(sql`select code, main from t_address order by code`)).toEqual([
    { code: 'A', main: true },
    { code: 'B', main: false },
    { code: 'C', main: false },
  ])
})

test('a dry run of many rows reports what the import then does, and writes nothing', async () => {
  const csv = `${[header, ...lines(30)].join('\n')}\n`
  const before = await all()
  const plan = await put('product', csv, { dryRun: true })
  expect(await all()).toEqual(before)
  expect(plan.data.map(({ id: _, ...row }) => row)).toEqual((await put('product', csv)).data.map(({ id: _, ...row }) => row))
})

test('rejected rows do not affect others prepared at the same time', async () => {
  const odd = [140, 390].map((n) => `X${n},Odd,,,,,,,X${n}-a,49000000${1_000 + n},1.00,,main,1,,,`)
  const list = lines(400)
  const at = Math.ceil(list.length / 2)
  const answer = await put('product', `${[header, ...list.slice(0, at), ...odd, ...list.slice(at)].join('\n')}\n`)
  // Of two rows with the same barcode, the first keeps it.
  expect(answer.summary).toEqual({ create: 400, change: 0, unchanged: 0, error: 2 })
  expect(answer.errors.map(({ column }) => column)).toEqual(['barcode', 'barcode'])
  expect(await it.kernel.db.rows(sql`select count(*) as n, count(distinct sku) as each from product`)).toEqual([{ n: 400, each: 400 }])
})

test('an import aborted while writing saves nothing, not even later', async () => {
  const codes = Array.from({ length: 200 }, (_, n) => (n === 125 ? 'broken' : `B${n}`))
  await expect(put('t_burst', ['code', ...codes].join('\n'))).rejects.toThrow('broken off')
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(await it.kernel.db.rows(sql`select code from t_burst`)).toEqual([])
})
