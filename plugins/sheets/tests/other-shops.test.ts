import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '../../../core/db/sql.ts'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { importRecords } from '../import/import.ts'
import { type Mapping } from '../mapping/mapping.ts'
import { openShop, type Shop } from './harness.ts'

let shop: Shop
let it: TestApp
beforeAll(async () => {
  shop = await openShop()
  it = await testApp(['catalogue', 'inventory', 'sheets'])
  for (const code of ['main', 'shop']) await it.kernel.resources.create(it.ctx, 'warehouse', { code, name: code })
})
afterAll(() => Promise.all([it.close(), shop.it.close()]))
beforeEach(() => shop.empty())

const put = (csv: string) => importRecords(it.ctx, 'product', { name: 'a.csv', bytes: Buffer.from(csv) }, {})
const readStocks = (sku: string) =>
  it.kernel.db
    .rows(sql`select s.sku, s.values, s.price_minor as price, (select json_object_agg(w.code, i.quantity order by w.code) from inventory i
    join warehouse w on w.id = i.warehouse_id where i.stock_id = s.id) as goods
    from stock s join product p on p.id = s.product_id where p.sku = ${sku} and s.visibled order by s.id`)

/** The format of a Bagisto catalogue: variants listed on their parent, prices in separate rows, inventory by warehouse in one cell. */
const header =
  'sku,parent_sku,locale,attribute_family_code,type,categories,name,status,price,special_price,special_price_from,special_price_to,url_key,manage_stock,inventories,configurable_variants'
const jackets = `${header}
CAP,,en,default,simple,Men/Winter,Wool cap,1,14,12,,,wool-cap,1,"default=100,shop=7",
JACKET,,en,default,configurable,Men/Winter,Jacket,1,,,,,jacket,,,"sku=J-M,color=Yellow,size=M|sku=J-L,color=Yellow,size=L"
J-M,JACKET,en,default,simple,Men/Winter,Jacket yellow M,1,99,80,2024-02-01,2024-02-15,jacket-m,1,default=3,
J-L,JACKET,en,default,simple,Men/Winter,Jacket yellow L,1,109,,,,jacket-l,1,shop=4,
TOUR,,en,default,booking,,City tour,1,250,,,,tour,0,,
SET,,en,default,bundle,,A set,1,,,,,set,,,
`

test('a Bagisto catalogue combines variants listed on their parent with the lines that price them', async () => {
  const answer = await put(jackets)
  expect(answer.summary).toEqual({ create: 3, change: 0, unchanged: 0, error: 1 })
  expect(answer.lines).toEqual({ read: 6, left_out: 0 })
  expect(answer.errors.map((e) => [e.row, e.column, e.value])).toContainEqual([7, 'type', 'bundle'])
  expect(await readStocks('JACKET')).toEqual([
    { sku: 'J-M', values: { color: 'yellow', size: 'm' }, price: 9900, goods: { main: 3 } },
    { sku: 'J-L', values: { color: 'yellow', size: 'l' }, price: 10900, goods: { shop: 4 } },
  ])
  expect(await readStocks('CAP')).toMatchObject([{ goods: { main: 100, shop: 7 } }])
  const again = await put(jackets)
  expect(again.summary).toMatchObject({ create: 0, change: 0, unchanged: 3 })
})

test('two contradictory lines about one variant are rejected at the line', async () => {
  const csv = `${header}
BAG,,en,default,configurable,,Bag,1,,,,,bag,,,"sku=B-1,color=Red"
B-1,BAG,en,default,simple,,Bag red,1,10,,,,b1,1,default=1,
B-1,BAG,en,default,simple,,Bag red,1,11,,,,b1,1,default=1,
`
  const answer = await put(csv)
  expect(answer.summary.error).toBe(1)
  expect(answer.errors[0]).toMatchObject({ row: 4, column: 'price', value: '11' })
})

const medusa = (handle: string, variant: string, price: string) =>
  `Product Id,Product Handle,Product Title,Product Status,Variant Id,Variant Sku,Variant Price USD,Variant Option 1 Name,Variant Option 1 Value
prod_1,${handle},Mug,published,${variant},,${price},size,large
`

test('a second sheet matches its product by external id, even after it was renamed in the shop', async () => {
  expect((await put(medusa('mug', 'variant_a', '10'))).summary.create).toBe(1)
  await it.kernel.db.run(sql`update product set sku = 'OUR-MUG', url = 'our-mug' where sku = 'mug'`)
  const second = await put(medusa('mug', 'variant_a', '12'))
  expect(second.summary).toEqual({ create: 0, change: 1, unchanged: 0, error: 0 })
  expect(await it.kernel.db.rows(sql`select 1 from product p join stock s on s.product_id = p.id where s.sku = 'variant_a'`)).toHaveLength(
    1,
  )
})

test('a variant with another SKU but the same options is matched and keeps its history', async () => {
  const [before] = await it.kernel.db.rows<{ id: number }>(sql`select id from stock where sku = 'variant_a'`)
  const answer = await put(medusa('mug', 'variant_b', '12'))
  expect(answer.summary).toEqual({ create: 0, change: 1, unchanged: 0, error: 0 })
  expect(await it.kernel.db.rows(sql`select id from stock where sku = 'variant_b'`)).toEqual([before])
})

test('a deleted row is created again and matched by its new id the next time', async () => {
  const { id } = (await it.kernel.db.one<{ id: number }>(sql`select product_id as id from stock where sku = 'variant_b'`)) ?? { id: 0 }
  await it.kernel.resources.remove(it.ctx, 'product', id)
  expect((await put(medusa('mug', 'variant_c', '12'))).summary.create).toBe(1)
  expect((await put(medusa('mug', 'variant_c', '12'))).summary.unchanged).toBe(1)
})

const byLine: Mapping = {
  group: 'code',
  language: { column: 'lang', values: { tw: 'zh-HK' } },
  columns: { code: 't_product_sku', title: 'name' },
}

test('a language column sets the language of each line, and a text in an unsupported language is skipped with a warning', async () => {
  await shop.put('t_product_sku,name\nP1,Tea\nP2,Cup\n')
  const answer = await shop.put('code,lang,title\nP1,tw,茶\nP1,fr,Thé\nP1,zh-CN,茶叶\nP2,de,Tasse\n', { mapping: byLine })
  expect(answer.summary).toMatchObject({ change: 1, unchanged: 1, error: 0 })
  expect(answer.warnings).toMatchObject([
    { row: 3, column: 'title', value: 'Thé', warning: expect.stringContaining('“fr”') },
    { row: 5, column: 'title', value: 'Tasse', warning: expect.stringContaining('“de”') },
  ])
  const [tea, cup] = await shop.all()
  expect(tea?.name).toMatchObject({ 'zh-HK': '茶', 'zh-CN': '茶叶' })
  expect(cup?.name).not.toHaveProperty('de')
})

test('a column in an unsupported language is skipped with a warning for each cell', async () => {
  const answer = await shop.put('t_product_sku,name,name:de,name:zh-HK\nP3,Pot,Kanne,壺\nP4,Jug,,\n')
  expect(answer.summary).toMatchObject({ create: 2, error: 0 })
  expect(answer.warnings).toMatchObject([{ row: 2, column: 'name:de', value: 'Kanne', warning: expect.stringContaining('“de”') }])
})

test('lines skipped by a mapping are counted', async () => {
  const answer = await shop.put('code,lang,title\nP1,,Tea\nP2,,Old\n', { mapping: { ...byLine, skip: [{ title: ['Old'] }] } })
  expect(answer.lines).toEqual({ read: 2, left_out: 1 })
})
