import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '../../../core/db/sql.ts'
import type { Ctx } from '../../../core/context.ts'
import type { Mapping } from '../mapping/mapping.ts'
import { openShop, type Shop } from './harness.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.it.close())
beforeEach(() => shop.empty())

test('a failed record affects only itself, and every problem is reported at its cell', async () => {
  await shop.place()
  await shop.put('t_product_sku,name,t_stock_sku,price\nP0,Water,S0,1\n')
  const answer = await shop.put(
    `t_product_sku,name,type,brand,place,t_stock_sku,price,quantity,t_inventory_place
A,Good,single,New,,S1,1,,
B,Bad,double,Newer,,S2,1,,
C,Bad too,,,,S3,abc,,
,,,,,S4,2,1,nowhere
D,,,,,S5,1,,
E,Fine,,New,,S6,1,,
F,Taken,,,,S0,1,,
A,Again,,,,S7,1,,
`.replace(',place,', ',t_product_place,'),
    { speak: 'en-US' },
  )
  expect(answer.summary).toEqual({ create: 2, change: 0, unchanged: 0, error: 5 })
  expect(answer.errors).toEqual([
    { row: 3, column: 'type', value: 'double', error: 'Please choose one of the available options.' },
    { row: 5, column: 't_inventory_place', value: 'nowhere', error: '"nowhere" does not exist.' },
    { row: 6, column: 'name', value: '', error: 'This field is required.' },
    { row: 6, column: 'url', value: '', error: 'This field is required.' },
    { row: 8, column: 't_stock_sku', value: 'S0', error: 'Please make sure that Sku field is unique' },
    { row: 9, column: 't_product_sku', value: 'A', error: 'This value already appears in line 2.' },
  ])
  expect((await shop.all()).map((r) => r.sku)).toEqual(['P0', 'A', 'E'])
  // Related rows created by a failed record are rolled back.
  expect((await shop.it.kernel.db.rows<{ name: string }>(sql`select name->>'en-US' as name from t_brand`)).map((b) => b.name)).toEqual([
    'New',
  ])
})

test('an error in a child record is reported at its own line, in the language of the reader', async () => {
  const answer = await shop.put('t_product_sku,name,t_stock_sku,price\nA,Tea,S1,1\n,,S2,x\n,,S3,\n', {
    speak: 'zh-HK',
  })
  expect(answer.errors.map(({ row, column, value }) => ({ row, column, value }))).toEqual([
    { row: 3, column: 'price', value: 'x' },
    { row: 4, column: 'price', value: '' },
  ])
  expect(answer.errors[0]?.error).toMatch(/\p{Script=Han}/u)
})

test('a line that contradicts the record it continues is rejected', async () => {
  const answer = await shop.put('t_product_sku,name,t_stock_sku,price\nA,Tea,S1,1\nA,Coffee,S2,1\nB,Milk,S3,1\nB,Milk,S4,1\n,,S3,1\n')
  expect(answer.errors).toMatchObject([
    { row: 3, column: 'name', value: 'Coffee' },
    { row: 6, column: 't_stock_sku', value: 'S3' },
  ])
})

test('relations match case-insensitively, and ambiguous names are rejected', async () => {
  await shop.put('t_product_sku,name,brand\nA,Tea,Leaf\nB,Coffee,LEAF\n')
  expect((await shop.all()).map((r) => r.brand_id)).toEqual([1, 1])
  await shop.it.kernel.db.run(sql`insert into t_brand (name, url) values ('{"en-US":"Leaf"}', 'leaf-2')`)
  expect((await shop.put('t_product_sku,brand\nA,Leaf\n')).errors).toMatchObject([
    { row: 2, column: 'brand', error: 'Several records are named "Leaf".' },
  ])
})

test('an ambiguous parent path matches nothing and creates nothing', async () => {
  await shop.it.kernel.db.run(sql`insert into t_group (title) values ('{"en-US":"A"}'), ('{"en-US":"A"}')`)
  const { errors } = await shop.put('t_product_sku,name,groups\nP,Tea,A > B\nQ,Cup,A\n')
  expect(errors.map((e) => [e.row, e.error])).toEqual([
    [2, 'Several records are named "A > B".'],
    [3, 'Several records are named "A".'],
  ])
  expect(await shop.it.kernel.db.rows(sql`select 1 from t_group`)).toHaveLength(2)
})

test('related records created by a rejected record are discarded and can be created again', async () => {
  const { summary } = await shop.put(
    't_product_sku,name,groups,url\nP,Tea,Top > Leaf,tea\nQ,Cup,Top > Leaf,tea\nR,Pot,Old > Twig,tea\nS,Jug,Old > Twig,jug\n',
  )
  expect(summary).toMatchObject({ create: 2, error: 2 })
  const made = await shop.it.kernel.db.rows<{ title: string; parent_id: number | null }>(
    sql`select title->>'en-US' as title, parent_id from t_group order by id`,
  )
  expect(made.map((g) => [g.title, g.parent_id === null])).toEqual([
    ['Top', true],
    ['Leaf', false],
    ['Old', true],
    ['Twig', false],
  ])
})

test('naming a new brand requires the permission to create brands', async () => {
  const limited: Ctx = {
    ...shop.ctx,
    actor: { kind: 'admin', id: 1, name: 'x', allows: (needs) => needs === 'import t product' },
  }
  expect((await shop.put('t_product_sku,name,brand\nA,Tea,Leaf\n', {}, limited)).errors).toMatchObject([{ column: 'brand', value: 'Leaf' }])
})

test('a text the spreadsheet turned into a number is reported, not guessed', async () => {
  const answer = await shop.put('t_product_sku,name,phone,t_stock_sku,barcode,price\nA,Tea,,S1,4.90124E+12,1\nB,Tea,8.52912E+10,S2,,1\n')
  expect(answer.errors.map((e) => [e.row, e.column, e.value])).toEqual([
    [2, 'barcode', '4.90124E+12'],
    [3, 'phone', '8.52912E+10'],
  ])
})

test('a sheet without the key column is rejected as a whole', async () => {
  await expect(shop.put('name\nTea\n')).rejects.toMatchObject({
    messages: { columns: [{ key: 'sheets:error.no_key' }] },
  })
})

test('headers match by label, ignoring case', async () => {
  const answer = await shop.put('T_PRODUCT_SKU, Name ,Weight*\nA,Tea,1.5\n')
  expect(answer.errors).toEqual([])
  expect(await shop.firstProduct()).toMatchObject({ name: { 'en-US': 'Tea' }, weight: '1.5' })
})

test('a file with too many lines writes nothing; without a limit it is imported in chunks', async () => {
  const csv = `t_product_sku,name\n${Array.from({ length: 25 }, (_, i) => `P${i},Tea ${i}`).join('\n')}\n`
  await expect(shop.put(csv, { limit: 24 })).rejects.toMatchObject({ kind: { code: 'TOO_MANY_ROWS' } })
  expect(await shop.all()).toEqual([])
  const progress: unknown[] = []
  const rows: number[] = []
  expect((await shop.put(csv, { chunk: 10, onProgress: (p) => progress.push(p), onRow: (r) => rows.push(r.row) })).summary.create).toBe(25)
  expect(progress.at(-1)).toEqual({ done: 25 })
  expect(rows).toHaveLength(25)
  expect((await shop.put(`${csv}P3,Other\n`, { chunk: 10 })).errors).toMatchObject([{ row: 27, value: 'P3' }])
})

const mapping: Mapping = {
  group: 'handle',
  firstLine: 'head',
  columns: {
    handle: ['t_product_sku', 'url'],
    name: 'name',
    category: 'groups',
    status: 'visibled',
    sku: 't_stock_sku',
    price: [
      { to: 'special_price', unless: { was: ['', '0'] } },
      { to: 'price', when: { was: ['', '0'] } },
    ],
    was: { to: 'price', unless: { was: ['', '0'] } },
    'opt name': 'option1_key',
    'opt value': 'option1_value',
    stock: 'quantity',
    note: null,
  },
  replace: { category: [[' -> ', ' > ']] },
  values: { status: { active: '1', draft: '0' } },
  constants: { t_inventory_place: 'main' },
  skip: [{ name: [''], 'opt name': [''] }],
}

test('a foreign sheet is read by a declarative mapping', async () => {
  await shop.place()
  const csv = `handle,sku,name,price,was,currency,status,category,opt name,opt value,stock,note
pot,POT,Pot,0,0,USD,active,Kitchen -> Pots,,,,x
pot,POT-RED,,89.99,0,USD,,,Color,Red,50,
pot,POT-BLUE,,80,99.99,USD,,,Color,Blue,7,
cup,CUP,Cup,5,,USD,draft,Kitchen -> Cups,,,3,
pot,POT-RED,,79,,EUR,,,,,,
`
  const answer = await shop.put(csv, { mapping })
  expect(answer.errors).toEqual([])
  const rows = await shop.all()
  expect(
    rows.map((r) => [
      r.sku,
      r.url,
      r.visibled,
      r.groups_names,
      r.stocks.map((s) => [s.sku, s.price, s.special_price, s.values, s.inventories.map((n) => n.quantity)]),
    ]),
  ).toEqual([
    [
      'pot',
      'pot',
      true,
      ['Pots'],
      [
        ['POT-RED', '89.99', null, [{ key: 'Color', value: 'Red' }], [50]],
        ['POT-BLUE', '99.99', '80.00', [{ key: 'Color', value: 'Blue' }], [7]],
      ],
    ],
    ['cup', 'cup', false, ['Cups'], [['CUP', '5.00', null, [], [3]]]],
  ])
  expect((await shop.put(csv, { mapping })).summary).toEqual({ create: 0, change: 0, unchanged: 2, error: 0 })
})

test('a mapping to an unknown field is rejected by its name', async () => {
  await expect(shop.put('a\n1\n', { mapping: { columns: { a: 'nonsense' } } })).rejects.toMatchObject({
    messages: { nonsense: [{ key: 'core:rule.unknown' }] },
  })
})
