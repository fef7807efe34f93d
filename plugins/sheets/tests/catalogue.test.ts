import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../../core/db/sql.ts'
import { exportRecords } from '../export/export.ts'
import { importRecords } from '../import/import.ts'
import { builtInMappings } from '../mapping/mappings.ts'
import { type TestApp, testApp } from '../../../tests/support/app.ts'

let it: TestApp
beforeAll(async () => {
  it = await testApp(['catalogue', 'inventory', 'sheets'])
  await it.kernel.resources.create(it.ctx, 'warehouse', { code: 'main', name: 'Main' })
})
afterAll(() => it.close())

/** The format of a Spree catalogue: a parent row without a price, its variants, and at the end prices in a second currency. */
const catalogue = `slug,sku,name,price,compare_at_price,currency,status,description,meta_title,category1,option1_name,option1_value,option2_name,option2_value,inventory_count,inventory_backorderable,custom_field.custom.power
desk-lamp,LAMP,Desk Lamp,0,0,USD,active,"Warm light, three steps",Desk Lamp,Office -> Lamps,,,,,,,5W
desk-lamp,LAMP-BLACK,,49.99,0,USD,,,,,Color,Matte Black,,,50,FALSE,
desk-lamp,LAMP-WHITE,,40,59.99,USD,,,,,Color,White,,,7,FALSE,
desk-lamp-pro,LAMP,Desk Lamp Pro,0,0,USD,draft,Brighter,,Office -> Lamps,,,,,,,9W
desk-lamp-pro,LAMP-PRO,,99,0,USD,,,,,Color,White,,,1,FALSE,
gift-card,GIFT,Gift Card,25,,USD,active,One line,,Gifts,,,,,1000,FALSE,
desk-lamp,LAMP-BLACK,,45.99,,EUR,,,,,,,,,,FALSE,
desk-lamp-pro,LAMP-PRO,,89,,EUR,,,,,,,,,,FALSE,
`

const run = (bytes: Buffer) => importRecords(it.ctx, 'product', { name: 'a.csv', bytes }, {})

test('a Spree catalogue is recognised by its header and imported without configuration', async () => {
  expect(builtInMappings(it.kernel).map((m) => m.name)).toContain('spree-products')
  const answer = await run(Buffer.from(catalogue))
  expect(answer.errors).toEqual([])
  expect(answer.summary).toEqual({ create: 3, change: 0, unchanged: 0, error: 0 })
  const products = await it.kernel.db
    .rows(sql`select p.sku, p.url, p.visibled, (select json_agg(json_build_object('sku', s.sku, 'price', s.price_minor, 'special', s.special_price_minor,
      'values', s.values, 'quantity', (select sum(quantity) from inventory i where i.stock_id = s.id)) order by s.id) from stock s where s.product_id = p.id) as stocks,
    (select c.title->>'en-US' from product_category l join category c on c.id = l.category_id where l.product_id = p.id) as category from product p order by p.id`)
  expect(products).toEqual([
    {
      sku: 'desk-lamp',
      url: 'desk-lamp',
      visibled: true,
      category: 'Lamps',
      stocks: [
        { sku: 'LAMP-BLACK', price: 4999, special: null, values: { color: 'matte-black' }, quantity: 50 },
        { sku: 'LAMP-WHITE', price: 5999, special: 4000, values: { color: 'white' }, quantity: 7 },
      ],
    },
    {
      sku: 'desk-lamp-pro',
      url: 'desk-lamp-pro',
      visibled: false,
      category: 'Lamps',
      stocks: [{ sku: 'LAMP-PRO', price: 9900, special: null, values: { color: 'white' }, quantity: 1 }],
    },
    {
      sku: 'gift-card',
      url: 'gift-card',
      visibled: true,
      category: 'Gifts',
      stocks: [{ sku: 'GIFT', price: 2500, special: null, values: {}, quantity: 1000 }],
    },
  ])
})

test('a changed quantity is recorded as a difference, and other variants stay unchanged', async () => {
  const answer = await run(Buffer.from(catalogue.replace(',50,FALSE', ',45,FALSE')))
  expect(answer.summary).toEqual({ create: 0, change: 1, unchanged: 2, error: 0 })
  expect(answer.data.flatMap((r) => r.changes.map((c) => [c.label, c.old, c.new]))).toEqual([
    [expect.stringContaining('LAMP-BLACK'), 50, 45],
  ])
  expect(await it.kernel.db.rows(sql`select type, quantity from inventory_movement order by id desc limit 1`)).toEqual([
    { type: 'import', quantity: -5 },
  ])
})

test('exported products import again without changes', async () => {
  const parts: Buffer[] = []
  for await (const part of exportRecords(it.ctx, 'product', { format: 'xlsx' })) parts.push(part)
  const answer = await importRecords(it.ctx, 'product', { name: 'a.xlsx', bytes: Buffer.concat(parts) }, {})
  expect(answer.errors).toEqual([])
  expect(answer.summary).toEqual({ create: 0, change: 0, unchanged: 3, error: 0 })
})

test('a sheet with one variant does not change SKU or order of the others', async () => {
  const skus = () => it.kernel.db.rows(sql`select sku, visibled, "order" from stock order by id`)
  const before = await skus()
  const answer = await run(Buffer.from('product_sku,stock_sku,price\ndesk-lamp,LAMP-WHITE,61\n'))
  expect(answer.data[0]?.changes).toMatchObject([{ field: 'stocks[LAMP-WHITE].price', old: '59.99', new: '61.00' }])
  expect(await skus()).toEqual(before)
})

test('Spree weights are converted to grams by their unit, and an unknown unit is reported and skipped', async () => {
  const header = `${catalogue.split('\n')[0]},weight,weight_unit,dimensions_unit`
  const weights = ['2.5,lb,in', '8,oz,in', '1.2,kg,cm', '340,g,cm', '1,,in', '1,,cm', '2,st,in']
  const lines = weights.map((cells, i) => `weight-${i},WEIGHT-${i},Weight ${i},25,,USD,active,One line,,Gifts,,,,,1,FALSE,,${cells}`)
  const { errors, warnings } = await run(Buffer.from([header, ...lines].join('\n')))
  expect(errors).toEqual([])
  expect(warnings?.filter(({ column }) => column === 'weight').map(({ row, value }) => [row, value])).toEqual([
    [7, '1'],
    [8, '2'],
  ])
  const stocks = await it.kernel.db.rows<{ weight_g: number | null }>(
    sql`select weight_g from stock where sku like 'WEIGHT-%' order by sku`,
  )
  expect(stocks.map(({ weight_g }) => weight_g)).toEqual([1134, 227, 1200, 340, 454, null, null])
})
