import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../../core/db/sql.ts'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { importRecords } from '../import/import.ts'
import type { ImportOptions } from '../import/options.ts'

let it: TestApp
beforeAll(async () => {
  it = await testApp(['catalogue', 'inventory', 'sheets'])
  await it.kernel.resources.create(it.ctx, 'warehouse', { code: 'main', name: 'Main' })
})
afterAll(() => it.close())

const run = (csv: string, o: ImportOptions = {}, resource = 'product') =>
  importRecords(it.ctx, resource, { name: 'a.csv', bytes: Buffer.from(csv) }, { speak: 'en-US', ...o })
const prices = (sku: string) =>
  it.kernel.db.rows(sql`select s.sku, s.price_minor::int as price, s.special_price_minor::int as special from stock s
    join product p on p.id = s.product_id where p.sku = ${sku} order by s.id`)

const spree = `slug,sku,name,price,compare_at_price,currency,status,category1,option1_name,option1_value,inventory_count,inventory_backorderable
lamp-z1,,Lamp,0.0,0.0,HKD,active,,,,,false
lamp-z1,LAMP-Z1-S,,62.99,0.0,HKD,,,Size,S,5,false
lamp-z1,LAMP-Z1-M,,62.99,0.00,HKD,,,Size,M,5,false
lamp-z1,LAMP-Z1-L,,62.99,0,HKD,,,Size,L,5,false
lamp-z1,LAMP-Z1-X,,62.99,79.9900,HKD,,,Size,X,5,false
`

test('a zero compare-at price in a Spree sheet is ignored, whatever its decimals', async () => {
  const answer = await run(spree)
  expect(answer).toMatchObject({ summary: { create: 1, error: 0 }, errors: [] })
  expect(await prices('lamp-z1')).toEqual([
    { sku: 'LAMP-Z1-S', price: 6299, special: null },
    { sku: 'LAMP-Z1-M', price: 6299, special: null },
    { sku: 'LAMP-Z1-L', price: 6299, special: null },
    { sku: 'LAMP-Z1-X', price: 7999, special: 6299 },
  ])
})

test('a zero compare-at price in a Shopify sheet is ignored, whatever its decimals', async () => {
  const answer =
    await run(`Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Price,Variant Compare At Price,Image Src,Status
sock,Sock,,North,,,true,Size,S,SOCK-S,1,shopify,5,deny,20,0.0,,active
`)
  expect(answer.errors).toEqual([])
  expect(await prices('sock')).toEqual([{ sku: 'SOCK-S', price: 2000, special: null }])
})

test('a dry run warns of a special price above the price and of free items, at their cells', async () => {
  const csv = `product_sku,name,stock_sku,price,special_price
MUG,Mug,MUG-1,10.00,12.00
CUP,Cup,CUP-1,0.00,62.99
POT,Pot,POT-1,30.00,0
TEA,Tea,TEA-1,30.00,25.00
FREE,Sample,FREE-1,0,
`
  const answer = await run(csv, { dryRun: true })
  expect(answer.summary).toMatchObject({ create: 5, error: 0 })
  expect(answer.warnings).toEqual([
    { row: 2, column: 'special_price', value: '12.00', warning: 'The special price is higher than the price 10.00 and has no effect.' },
    { row: 3, column: 'price', value: '0.00', warning: 'The price is 0, so this item is free. The special price is 62.99.' },
    { row: 4, column: 'special_price', value: '0', warning: 'The special price is 0, so this item is free. The price is 30.00.' },
  ])
})

test('manually mapped columns get the same warnings, in the requested language', async () => {
  const answer = await run(`Code,Was,Now\nBOWL,0,8\n`, {
    dryRun: true,
    speak: 'zh-HK',
    mapping: { columns: { Code: ['product_sku', 'stock_sku', 'name'], Was: 'price', Now: 'special_price' } },
  })
  expect(answer.warnings).toMatchObject([{ row: 2, column: 'Was', value: '0' }])
  expect(answer.warnings?.[0]?.warning).toMatch(/[一-鿿]/)
})

test('a sheet that changes only the price is checked against the existing special price', async () => {
  await run('product_sku,name,stock_sku,price,special_price\nDISH,Dish,DISH-1,20,15\n')
  const answer = await run('product_sku,stock_sku,price\nDISH,DISH-1,12\n', { dryRun: true })
  expect(answer.warnings).toMatchObject([{ row: 2, column: 'price', value: '12' }])
  expect((await run('product_sku,stock_sku,price\nDISH,DISH-1,18\n', { dryRun: true })).warnings).toEqual([])
})

test('a temporary price of zero causes a warning', async () => {
  const answer = await run('stock,price\nDISH-1,0.00\n', { dryRun: true }, 'stock_price')
  expect(answer.warnings).toMatchObject([{ row: 2, column: 'price', value: '0.00' }])
})
