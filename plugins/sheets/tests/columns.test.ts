import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '../../../core/db/sql.ts'
import { getLayout } from '../mapping/columns.ts'
import { openShop, type Product, type Shop } from './harness.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.it.close())
beforeEach(() => shop.empty())

test('the columns of a resource follow from its declaration', () => {
  const names = getLayout(shop.it.kernel.registry, shop.it.kernel.registry.resource('t_product'), 'zh-HK').columns.map((c) => c.name)
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
P1,Tea,茶,Leaf,Drinks > Hot | Gifts,img/a.png | img/b.png,no,x | y,S1,12.5,Size,L,3,main,2027-01-01,A
,,,,,,,,,,,,4,main,,
,,,,,,,,S2,13,Size,M,,,,
P2,Coffee,,Leaf,Drinks > Hot,,,,S3,9,Size,L,,,,
`

test('a record spans several lines with nested children', async () => {
  await shop.place()
  const answer = await shop.put(full)
  expect(answer.errors).toEqual([])
  expect(answer.summary).toEqual({ create: 2, change: 0, unchanged: 0, error: 0 })
  expect(answer.data.map((r) => [r.row, r.key, r.action])).toEqual([
    [2, 'P1', 'create'],
    [5, 'P2', 'create'],
  ])
  const tea = await shop.firstProduct()
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
    ['img/a.png', 0],
    ['img/b.png', 1],
  ])
  expect(tea.stocks.map((s) => [s.sku, s.price, s.values, s.inventories.map((n) => [n.quantity, n.expiry_date, n.lot])])).toEqual([
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
  const groups = await shop.it.kernel.db.rows(
    sql`select g.title->>'en-US' as title, p.title->>'en-US' as parent from t_group g left join t_group p on p.id = g.parent_id order by g.id`,
  )
  expect(groups).toEqual([
    { title: 'Drinks', parent: null },
    { title: 'Hot', parent: 'Drinks' },
    { title: 'Gifts', parent: null },
  ])
})

test('the same file a second time changes nothing and writes nothing', async () => {
  await shop.place()
  await shop.put(full)
  await shop.it.kernel.db.run(sql`delete from audit_log`)
  const before = await shop.all()
  const again = await shop.put(full)
  expect(again.summary).toEqual({ create: 0, change: 0, unchanged: 2, error: 0 })
  expect(await shop.all()).toEqual(before)
  expect(await shop.it.kernel.db.rows(sql`select 1 from audit_log`)).toEqual([])
})

test('blank cells, missing columns and missing lines change nothing', async () => {
  await shop.place()
  await shop.put(full)
  const [before] = await shop.all()
  const answer = await shop.put('t_product_sku,remark,name,t_stock_sku,price\nP1,nice,,S2,14\n')
  expect(answer.data).toMatchObject([
    {
      action: 'change',
      changes: [
        { field: 'remark', old: '', new: 'nice' },
        { field: 'stocks[S2].price', label: 'S2 · Price', old: '13.00', new: '14.00' },
      ],
    },
  ])
  const after = await shop.firstProduct()
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
  await shop.place()
  await shop.put(full)
  const answer = await shop.put('t_product_sku,brand,groups,tags,images,name:zh-HK\nP1,[clear],[clear],[CLEAR],[clear],[clear]\n')
  expect(answer.errors).toEqual([])
  expect(await shop.firstProduct()).toMatchObject({
    brand_id: null,
    groups: [],
    tags: [],
    images: [],
    name: { 'en-US': 'Tea' },
  })
  const refused = await shop.put('t_product_sku,name\nP1,[clear]\n')
  expect(refused.errors).toEqual([{ row: 2, column: 'name', value: '[clear]', error: 'This field is required.' }])
})

test('a dry run reports what would happen and writes nothing', async () => {
  await shop.place()
  await shop.it.kernel.db.run(sql`delete from audit_log`)
  const rehearsal = await shop.put(full, { dryRun: true })
  expect(rehearsal.dry_run).toBe(true)
  expect(await shop.all()).toEqual([])
  expect(
    await shop.it.kernel.db.rows(sql`select 1 from t_group union all select 1 from t_brand union all select 1 from audit_log`),
  ).toEqual([])
  // Rows without a name are reported by their id, and a dry run uses up ids.
  const plain = (answer: typeof rehearsal) =>
    JSON.stringify({ ...answer, dry_run: 0 }).replaceAll(/\[\d+\]|"\d · |· \d ·|"id":\d+,|tea-\d+|coffee-\d+/g, '')
  expect(plain(await shop.put(full))).toEqual(plain(rehearsal))
})

test('changed relations are reported by name', async () => {
  await shop.place()
  await shop.place('shop')
  await shop.put(full)
  const answer = await shop.put(
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
