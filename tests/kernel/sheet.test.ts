import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '../../core/db/sql.ts'
import { layoutOf } from '../../core/sheet/columns.ts'
import { exportRecords } from '../../core/sheet/export.ts'
import { importRecords, type ImportOptions } from '../../core/sheet/import.ts'
import type { Format } from '../../core/sheet/line.ts'
import type { Mapping } from '../../core/sheet/mapping.ts'
import type { Ctx } from '../../core/context.ts'
import type { Row } from '../../core/wire.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { sheetShop, sheetTables } from './sheet-shop.ts'

let it: TestApp
let ctx: Ctx
beforeAll(async () => {
  it = await testApp([], { extra: [sheetShop], tables: sheetTables })
  ctx = it.ctx
})
afterAll(() => it.close())
beforeEach(() =>
  it.kernel.db.pool.query(
    'truncate t_brand, t_group, t_place, t_product, t_product_group, t_picture, t_stock, t_inventory, import_mapping, audit_log restart identity cascade',
  ),
)

const put = (csv: string, o: ImportOptions = {}, who: Ctx = ctx) =>
  importRecords(who, 't_product', { name: 'a.csv', bytes: Buffer.from(csv) }, o)
const all = async (): Promise<Product[]> =>
  Promise.all(
    (await it.kernel.db.rows<{ id: number }>(sql`select id from t_product order by id`)).map(
      (r) => it.kernel.resources.get(ctx, 't_product', r.id, '*') as Promise<Product>,
    ),
  )
/** A product as tests look into it. */
type Product = Row & { images: Row[]; stocks: (Row & { inventories: Row[] })[] }

const one = async (): Promise<Product> => (await all())[0] as Product
const out = async (format: Format, o = {}) => {
  const parts: Buffer[] = []
  for await (const part of exportRecords(ctx, 't_product', { format, ...o })) parts.push(part)
  return Buffer.concat(parts)
}
const place = (code = 'main') => it.kernel.resources.create(ctx, 't_place', { code })

test('the columns of a resource follow from its declaration', () => {
  const names = layoutOf(it.kernel.registry, it.kernel.registry.resource('t_product'), 'zh-HK').columns.map(
    (c) => c.name,
  )
  expect(names).toEqual([
    't_product_sku',
    'name',
    'name:en-US',
    'name:zh-CN',
    'url',
    'type',
    'brand',
    'groups',
    't_product_place',
    'visibled',
    'order',
    'description',
    'description:en-US',
    'description:zh-CN',
    'remark',
    'tags',
    'weight',
    'released',
    'seen_at',
    'email',
    'site',
    'phone',
    'extra',
    'sold',
    'images',
    't_stock_sku',
    'barcode',
    'price',
    'special_price',
    'option1_key',
    'option1_value',
    'quantity',
    't_inventory_place',
    'expiry_date',
    'lot',
  ])
})

const full = `t_product_sku,name,name:zh-HK,brand,groups,images,visibled,tags,t_stock_sku,price,option1_key,option1_value,quantity,t_inventory_place,expiry_date,lot
P1,Tea,茶,Leaf,Drinks > Hot | Gifts,a.png | b.png,no,x | y,S1,12.5,Size,L,3,main,2027-01-01,A
,,,,,,,,,,,,4,main,,
,,,,,,,,S2,13,Size,M,,,,
P2,Coffee,,Leaf,Drinks > Hot,,,,S3,9,Size,L,,,,
`

test('a record goes over several lines with its children and theirs', async () => {
  await place()
  const answer = await put(full)
  expect(answer.errors).toEqual([])
  expect(answer.summary).toEqual({ create: 2, change: 0, unchanged: 0, error: 0 })
  expect(answer.data.map((r) => [r.row, r.key, r.action])).toEqual([
    [2, 'P1', 'create'],
    [5, 'P2', 'create'],
  ])
  const tea = await one()
  expect(tea).toMatchObject({
    sku: 'P1',
    name: { 'en-US': 'Tea', 'zh-HK': '茶' },
    brand_name: 'Leaf',
    groups_names: ['Hot', 'Gifts'],
    visibled: false,
    tags: ['x', 'y'],
  })
  expect(tea.url).toMatch(/^tea-\d{4}$/)
  expect(tea.images.map((i) => [i.path, i.order])).toEqual([
    ['a.png', 0],
    ['b.png', 1],
  ])
  expect(
    tea.stocks.map((s) => [
      s.sku,
      s.price,
      s.values,
      s.inventories.map((n) => [n.quantity, n.expiry_date, n.lot]),
    ]),
  ).toEqual([
    [
      'S1',
      '12.50',
      [{ key: 'Size', value: 'L' }],
      [
        [3, '2027-01-01', 'A'],
        [4, null, ''],
      ],
    ],
    ['S2', '13.00', [{ key: 'Size', value: 'M' }], []],
  ])
  const groups = await it.kernel.db.rows(
    sql`select g.title->>'en-US' as title, p.title->>'en-US' as parent from t_group g left join t_group p on p.id = g.parent_id order by g.id`,
  )
  expect(groups).toEqual([
    { title: 'Drinks', parent: null },
    { title: 'Hot', parent: 'Drinks' },
    { title: 'Gifts', parent: null },
  ])
})

test('the same file a second time changes nothing and writes nothing', async () => {
  await place()
  await put(full)
  await it.kernel.db.run(sql`delete from audit_log`)
  const before = await all()
  const again = await put(full)
  expect(again.summary).toEqual({ create: 0, change: 0, unchanged: 2, error: 0 })
  expect(await all()).toEqual(before)
  expect(await it.kernel.db.rows(sql`select 1 from audit_log`)).toEqual([])
})

test('blank cells, absent columns and absent lines leave everything as it is', async () => {
  await place()
  await put(full)
  const [before] = await all()
  const answer = await put('t_product_sku,remark,name,t_stock_sku,price\nP1,nice,,S2,14\n')
  expect(answer.data).toMatchObject([
    {
      action: 'change',
      changes: [
        { field: 'remark', old: '', new: 'nice' },
        { field: 'stocks[S2].price', label: 'S2 · Price', old: '13.00', new: '14.00' },
      ],
    },
  ])
  const after = await one()
  const {
    stocks: [s1, s2],
    ...rest
  } = before as Product
  expect(after).toEqual({
    ...rest,
    remark: 'nice',
    version: 2,
    updated_at: after.updated_at,
    stocks: [s1, { ...s2, price: '14.00', updated_at: after.stocks[1]?.updated_at }],
  })
})

test('[clear] empties a field, a list and one language only', async () => {
  await place()
  await put(full)
  const answer = await put(
    't_product_sku,brand,groups,tags,images,name:zh-HK\nP1,[clear],[clear],[CLEAR],[clear],[clear]\n',
  )
  expect(answer.errors).toEqual([])
  expect(await one()).toMatchObject({
    brand_id: null,
    groups: [],
    tags: [],
    images: [],
    name: { 'en-US': 'Tea' },
  })
  const refused = await put('t_product_sku,name\nP1,[clear]\n')
  expect(refused.errors).toEqual([
    { row: 2, column: 'name', value: '[clear]', error: 'This field is required.' },
  ])
})

test('a rehearsal tells what would happen and leaves nothing behind', async () => {
  await place()
  await it.kernel.db.run(sql`delete from audit_log`)
  const rehearsal = await put(full, { dryRun: true })
  expect(rehearsal.dry_run).toBe(true)
  expect(await all()).toEqual([])
  expect(
    await it.kernel.db.rows(
      sql`select 1 from t_group union all select 1 from t_brand union all select 1 from audit_log`,
    ),
  ).toEqual([])
  // Rows without a name of their own are told by their number, which a rehearsal uses up.
  const plain = (answer: typeof rehearsal) =>
    JSON.stringify({ ...answer, dry_run: 0 }).replaceAll(
      /\[\d+\]|"\d · |· \d ·|"id":\d+,|tea-\d+|coffee-\d+/g,
      '',
    )
  expect(plain(await put(full))).toEqual(plain(rehearsal))
})

test('changes of relations are told by name', async () => {
  await place()
  await place('shop')
  await put(full)
  const answer = await put(
    't_product_sku,brand,groups,t_stock_sku,t_inventory_place,quantity,lot\nP1,Root,Gifts | New > Deep,S1,shop,1,\n',
    { dryRun: true },
  )
  expect(answer.data[0]?.changes).toMatchObject([
    { field: 'brand_id', old: 'Leaf', new: 'Root' },
    { field: 'groups', old: ['Drinks > Hot', 'Gifts'], new: ['Gifts', 'New > Deep'] },
    { label: expect.stringMatching(/^S1 · \d+ · Quantity$/), new: 1 },
    { new: 'shop' },
  ])
})

test('a record that fails costs itself only, and every problem is told where it stands', async () => {
  await place()
  await put('t_product_sku,name,t_stock_sku,price\nP0,Water,S0,1\n')
  const answer = await put(
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
    { row: 3, column: 'type', value: 'double', error: 'Please choose one of the offered values.' },
    { row: 5, column: 't_inventory_place', value: 'nowhere', error: '"nowhere" does not exist.' },
    { row: 6, column: 'name', value: '', error: 'This field is required.' },
    { row: 6, column: 'url', value: '', error: 'This field is required.' },
    { row: 8, column: 't_stock_sku', value: 'S0', error: 'Please make sure that Sku field is unique' },
    { row: 9, column: 't_product_sku', value: 'A', error: 'This stands in line 2 already.' },
  ])
  expect((await all()).map((r) => r.sku)).toEqual(['P0', 'A', 'E'])
  // What a failed record had added along the way is gone with it.
  expect(
    (await it.kernel.db.rows<{ name: string }>(sql`select name->>'en-US' as name from t_brand`)).map(
      (b) => b.name,
    ),
  ).toEqual(['New'])
})

test("an error in a child is told at its own line, in the reader's language", async () => {
  const answer = await put('t_product_sku,name,t_stock_sku,price\nA,Tea,S1,1\n,,S2,x\n,,S3,\n', {
    speak: 'zh-HK',
  })
  expect(answer.errors.map(({ row, column, value }) => ({ row, column, value }))).toEqual([
    { row: 3, column: 'price', value: 'x' },
    { row: 4, column: 'price', value: '' },
  ])
  expect(answer.errors[0]?.error).toMatch(/\p{Script=Han}/u)
})

test('what a line says differently from the record it goes on with is refused', async () => {
  const answer = await put(
    't_product_sku,name,t_stock_sku,price\nA,Tea,S1,1\nA,Coffee,S2,1\nB,Milk,S3,1\nB,Milk,S4,1\n,,S3,1\n',
  )
  expect(answer.errors).toMatchObject([
    { row: 3, column: 'name', value: 'Coffee' },
    { row: 6, column: 't_stock_sku', value: 'S3' },
  ])
})

test('relations are found whatever their case, and ambiguous names are refused', async () => {
  await put('t_product_sku,name,brand\nA,Tea,Leaf\nB,Coffee,LEAF\n')
  expect((await all()).map((r) => r.brand_id)).toEqual([1, 1])
  await it.kernel.db.run(sql`insert into t_brand (name, url) values ('{"en-US":"Leaf"}', 'leaf-2')`)
  expect((await put('t_product_sku,brand\nA,Leaf\n')).errors).toMatchObject([
    { row: 2, column: 'brand', error: 'Several rows are called "Leaf".' },
  ])
})

test('who may not create a brand cannot do so by naming one', async () => {
  const limited: Ctx = {
    ...ctx,
    actor: { kind: 'admin', id: 1, name: 'x', allows: (needs) => needs === 'import t product' },
  }
  expect((await put('t_product_sku,name,brand\nA,Tea,Leaf\n', {}, limited)).errors).toMatchObject([
    { column: 'brand', value: 'Leaf' },
  ])
})

test('a text the spreadsheet turned into a number is reported, not guessed', async () => {
  const answer = await put(
    't_product_sku,name,phone,t_stock_sku,barcode,price\nA,Tea,,S1,4.90124E+12,1\nB,Tea,8.52912E+10,S2,,1\n',
  )
  expect(answer.errors.map((e) => [e.row, e.column, e.value])).toEqual([
    [2, 'barcode', '4.90124E+12'],
    [3, 'phone', '8.52912E+10'],
  ])
})

test('a sheet without the column rows are found by is refused as a whole', async () => {
  await expect(put('name\nTea\n')).rejects.toMatchObject({
    texts: { columns: [{ key: 'core:sheet.no_key' }] },
  })
})

test('headers are understood by label and in any case', async () => {
  const answer = await put('T_PRODUCT_SKU, Name ,Weight*\nA,Tea,1.5\n')
  expect(answer.errors).toEqual([])
  expect(await one()).toMatchObject({ name: { 'en-US': 'Tea' }, weight: '1.5' })
})

test('more lines than allowed write nothing; without a limit they are taken chunk by chunk', async () => {
  const csv = `t_product_sku,name\n${Array.from({ length: 25 }, (_, i) => `P${i},Tea ${i}`).join('\n')}\n`
  await expect(put(csv, { limit: 24 })).rejects.toMatchObject({ kind: { code: 'TOO_MANY_ROWS' } })
  expect(await all()).toEqual([])
  const told: unknown[] = []
  const rows: number[] = []
  expect(
    (await put(csv, { chunk: 10, onProgress: (p) => told.push(p), onRow: (r) => rows.push(r.row) })).summary
      .create,
  ).toBe(25)
  expect(told.at(-1)).toEqual({ done: 25 })
  expect(rows).toHaveLength(25)
  expect((await put(`${csv}P3,Other\n`, { chunk: 10 })).errors).toMatchObject([{ row: 27, value: 'P3' }])
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

test("somebody else's sheet reads through a mapping that is only data", async () => {
  await place()
  const csv = `handle,sku,name,price,was,currency,status,category,opt name,opt value,stock,note
pot,POT,Pot,0,0,USD,active,Kitchen -> Pots,,,,x
pot,POT-RED,,89.99,0,USD,,,Color,Red,50,
pot,POT-BLUE,,80,99.99,USD,,,Color,Blue,7,
cup,CUP,Cup,5,,USD,draft,Kitchen -> Cups,,,3,
pot,POT-RED,,79,,EUR,,,,,,
`
  const answer = await put(csv, { mapping })
  expect(answer.errors).toEqual([])
  const rows = await all()
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
  expect((await put(csv, { mapping })).summary).toEqual({ create: 0, change: 0, unchanged: 2, error: 0 })
})

test('a mapping that names no column of ours is refused by name', async () => {
  await expect(put('a\n1\n', { mapping: { columns: { a: 'nonsense' } } })).rejects.toMatchObject({
    texts: { nonsense: [{ key: 'core:rule.unknown' }] },
  })
})

/** Small numbers of a seed, so that a failure can be run again. */
function dice(seed: number) {
  let state = seed
  return (n: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state % n
  }
}

const odd = [
  'plain',
  '=SUM(A1)',
  "'=x",
  '+852',
  '-5',
  '@me',
  'a "b" c',
  'x;y,z',
  'one\ntwo',
  'win\r\ndows',
  '茶與咖啡',
  '😀',
  'a | b',
  'c > d',
  '\\',
  'A&amp;B',
  '<b>',
  '[clear]',
  '_x0041_',
  'tab\there',
  '1E+5',
  '007',
  'TRUE',
  "it's",
]

async function randomProducts(seed: number): Promise<void> {
  const roll = dice(seed)
  const word = () => odd[roll(odd.length)] as string
  const maybe = <T>(value: () => T) => (roll(3) === 0 ? null : value())
  for (const [i, title] of odd.slice(0, 6).entries()) {
    await it.kernel.resources.create(ctx, 't_brand', { name: `${title}${i}`, url: `b${i}` })
    await it.kernel.resources.create(ctx, 't_group', {
      title: `${odd[i + 8]} ${i}`,
      parent_id: i > 2 ? i - 1 : null,
    })
    await place(`${title}${i}`)
  }
  for (let i = 0; i < 30; i++) {
    const lang = (text: string) => ({
      'en-US': text,
      ...(roll(2) ? { 'zh-HK': word() } : {}),
      ...(roll(3) ? {} : { 'zh-CN': word() }),
    })
    await it.kernel.resources.create(ctx, 't_product', {
      sku: `${word()} ${i}`,
      name: lang(word()),
      url: `u${i}`,
      type: roll(2) ? 'single' : 'package',
      brand_id: maybe(() => roll(6) + 1),
      groups: [...new Set([roll(6) + 1, roll(6) + 1])].slice(roll(3)),
      place_id: maybe(() => roll(6) + 1),
      visibled: roll(2) === 1,
      order: roll(9) - 4,
      description: maybe(() => lang('<p>A &amp; B &lt;x&gt;</p>')),
      remark: word(),
      tags: [word().replaceAll('\r\n', ' '), 'z'].slice(roll(3)),
      weight: maybe(() => '-1.25'),
      released: maybe(() => '2026-02-28'),
      seen_at: maybe(() => '2026-11-21T05:06:07.890Z'),
      email: maybe(() => 'a@b.test'),
      site: maybe(() => 'https://a.test/?b=1&c=2'),
      phone: maybe(() => '+852 1234 5678'),
      extra: maybe(() => ({ b: [1, 'x'], a: null })),
      images: ['p/a.png', 'p/b.png'].slice(roll(3)).map((path) => ({ path, order: roll(5) })),
      stocks: Array.from({ length: roll(4) }, (_, s) => ({
        sku: `${word()} ${i}-${s}`,
        barcode: maybe(() => '4901234567894'),
        price: `${roll(1_000)}.5`,
        special_price: maybe(() => '0.99'),
        values: roll(2) ? [{ key: 'Size', value: word().replaceAll('\r\n', ' ') }] : [],
        visibled: roll(2) === 1,
        order: roll(4),
        inventories: Array.from({ length: roll(3) }, (__, n) => ({
          quantity: roll(50),
          place_id: roll(6) + 1,
          expiry_date: maybe(() => '2027-01-01'),
          lot: `L${n}`,
        })),
      })),
    })
  }
}

test.each([
  ['csv', 1],
  ['xlsx', 2],
  ['ndjson', 3],
  ['json', 4],
  ['xlsx', 5],
  ['csv', 6],
] as const)('what was exported as %s and is imported again changes nothing (%i)', async (format, seed) => {
  await randomProducts(seed)
  const before = await all()
  const bytes = await out(format)
  const name = `a.${format}`
  const answer = await importRecords(ctx, 't_product', { name, bytes }, {})
  expect(answer.errors).toEqual([])
  expect(answer.data.filter((r) => r.action === 'change').map((r) => r.changes)).toEqual([])
  expect(await all()).toEqual(before)
  // Into an empty shop the same file makes the same rows.
  await it.kernel.db.pool.query(
    'truncate t_product, t_product_group, t_picture, t_stock, t_inventory restart identity cascade',
  )
  expect((await importRecords(ctx, 't_product', { name, bytes }, {})).errors).toEqual([])
  expect((await importRecords(ctx, 't_product', { name, bytes }, {})).summary).toMatchObject({
    create: 0,
    change: 0,
    error: 0,
  })
})

test('an export holds the rows asked for and no formula', async () => {
  await put('t_product_sku,name\nA,"\'=1+1"\nB,Tea\nC,Milk\n')
  expect(
    (await out('csv', { ids: [1, 3] }))
      .toString()
      .split('\r\n')
      .slice(1, 3)
      .map((l) => l.split(',').slice(0, 2)),
  ).toEqual([
    ['A', "'=1+1"],
    ['C', 'Milk'],
  ])
  expect((await out('ndjson', { query: { sku: 'B' } })).toString().trim().split('\n')).toHaveLength(1)
})

test('an export of more rows than a batch holds them all, in order', async () => {
  await it.kernel.db.run(sql`insert into t_product (sku, name, url, type, visibled, "order", remark, tags)
    select 'P' || n, jsonb_build_object('en-US', 'Tea ' || n), 'u' || n, 'single', true, 0, '', '{}' from generate_series(1, 1203) n`)
  const lines = (await out('ndjson'))
    .toString()
    .trim()
    .split('\n')
    .map((l) => JSON.parse(l).t_product_sku)
  expect(lines).toEqual(Array.from({ length: 1_203 }, (_, i) => `P${i + 1}`))
})
