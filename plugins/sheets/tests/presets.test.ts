import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../../core/db/sql.ts'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { importRecords } from '../import/import.ts'

/** Catalogues of two shop systems, recognized by their headers. */
let it: TestApp
beforeAll(async () => {
  it = await testApp(['catalogue', 'inventory', 'sheets'])
  await it.kernel.resources.create(it.ctx, 'warehouse', { code: 'main', name: 'main' })
})
afterAll(() => it.close())

const put = (csv: string, ctx = it.ctx) => importRecords(ctx, 'product', { name: 'a.csv', bytes: Buffer.from(csv) }, { speak: 'en-US' })
const stocks = (sku: string) =>
  it.kernel.db.rows(sql`select s.sku, s.values, s.price_minor::int as price, s.special_price_minor::int as special, s.weight_g as weight,
    (select sum(quantity)::int from inventory i where i.stock_id = s.id) as left from stock s join product p on p.id = s.product_id where p.sku = ${sku} order by s.id`)
const product = (sku: string) =>
  it.kernel.db
    .one(sql`select p.visibled, p.track_inventories as tracked, p.tags, p.type, (select string_agg(c.title->>'en-US', ', ' order by c.id)
    from product_category pc join category c on c.id = pc.category_id where pc.product_id = p.id) as categories from product p where p.sku = ${sku}`)

const woo = `ID,Type,SKU,Name,Published,Is featured?,Visibility in catalog,Description,Date sale price starts,Date sale price ends,In stock?,Stock,Weight (lbs),Sale price,Regular price,Categories,Tags,Parent,Attribute 1 name,Attribute 1 value(s),Attribute 2 name,Attribute 2 value(s)
10,variation,TEE-R,Tee red,1,0,visible,,,,1,4,0.5,9,12,,,TEE,Color,Red,Size,
20,simple,CUP,Cup,-1,0,visible,A cup,,,1,,1,,5,"Kitchen > Cups, Gifts\\, small","tea, cup",,,,,
30,variable,TEE,Tee,1,1,visible,A tee,,,1,,,,,Clothing,,,Color,"Red, Blue",Size,"S, M"
11,variation,TEE-B,Tee blue,1,0,visible,,,,1,2,,,12,,,TEE,Color,Blue,Size,
40,"simple, virtual",,Song,1,0,visible,,,,1,,,,3,Music,,,,,,
50,variable,,Pot,1,0,visible,,,,1,,,,,,,,Color,"Red, Blue",,
51,variation,,Pot red,1,0,visible,,,,1,7,,,30,,,id:50,Color,Red,,
60,grouped,SET,Set,1,0,visible,,,,1,,,,,,,,,,,
`

test('a WooCommerce catalogue imports variants listed before and after their parent', async () => {
  const answer = await put(woo)
  expect(answer.errors).toEqual([])
  expect(answer.summary.create).toBe(4)
  expect(answer.lines).toEqual({ read: 8, left_out: 1 })
  expect(await stocks('TEE')).toEqual([
    { sku: 'TEE-R', values: { color: 'red' }, price: 1200, special: 900, weight: 227, left: 4 },
    { sku: 'TEE-B', values: { color: 'blue' }, price: 1200, special: null, weight: null, left: 2 },
  ])
  expect(await stocks('50')).toMatchObject([{ values: { color: 'red' }, left: 7 }])
  expect(await product('CUP')).toEqual({
    visibled: false,
    tracked: false,
    tags: ['tea', 'cup'],
    type: 'general',
    categories: 'Cups, Gifts, small',
  })
  expect(await product('40')).toMatchObject({ type: 'virtual' })
  expect(await put(woo)).toMatchObject({ summary: { create: 0, change: 0, unchanged: 4, error: 0 } })
})

/** A blank value of a variation means any value: no other variation of the first product has a size, one of the second has. */
const any = `ID,Type,SKU,Name,Published,Is featured?,Visibility in catalog,Description,Date sale price starts,Date sale price ends,In stock?,Stock,Sale price,Regular price,Categories,Tags,Parent,Attribute 1 name,Attribute 1 value(s),Attribute 2 name,Attribute 2 value(s)
60,variable,CAP,Cap,1,0,visible,,,,1,,,,Clothing,,,Color,"Red, Blue",Size,"S, M"
61,variation,CAP-R,Cap red,1,0,visible,,,,1,4,,12,,,CAP,Color,Red,Size,
70,variable,HAT,Hat,1,0,visible,,,,1,,,,Clothing,,,Color,"Red, Blue",Size,"S, M"
71,variation,HAT-R,Hat red,1,0,visible,,,,1,4,,12,,,HAT,Color,Red,Size,
72,variation,HAT-B,Hat blue,1,0,visible,,,,1,2,,12,,,HAT,Color,Blue,Size,S
`

test('a WooCommerce variation for any option value is a variant of its own, with a warning', async () => {
  const answer = await put(any)
  expect(answer.errors).toEqual([])
  const column = 'Attribute 2 value(s)'
  expect(answer.warnings?.map(({ row, column: at, warning }) => [row, at, warning])).toEqual([
    [3, column, 'This variant applies to any value of "Size", and no variant has a specific value. The option is not imported.'],
    [5, column, 'This variant applies to any value of "Size". It is imported with the value "Any".'],
  ])
  expect(await stocks('CAP')).toMatchObject([{ sku: 'CAP-R', values: { color: 'red' }, left: 4 }])
  expect(await stocks('HAT')).toMatchObject([
    { sku: 'HAT-R', values: { color: 'red', size: 'any' }, left: 4 },
    { sku: 'HAT-B', values: { color: 'blue', size: 's' }, left: 2 },
  ])
  const value = await it.kernel.db.one(sql`select v.label from option_value v where v.code = 'any'`)
  expect(value).toEqual({ label: { 'en-US': 'Any', 'zh-HK': '不限', 'zh-CN': '不限' } })
  expect(await put(any)).toMatchObject({ summary: { create: 0, change: 0, unchanged: 2, error: 0 } })
})

const shopify = `Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Price,Variant Compare At Price,Variant Barcode,Image Src,Status
shirt,Shirt,<p>Soft</p>,North,Tops,"new, soft",true,Size,Small,SH-S,180.0,shopify,5,deny,20,25,'4006381333931,,active
shirt,,,,,,,,Large,SH-L,200,shopify,1,deny,22,,,,
shirt,,,,,,,,,,,,,,,,,https://example.com/b.jpg,
card,Card,,North,,,true,Title,Default Title,,0,,0,deny,10,,,,draft
`

test('a Shopify catalogue states option names once, and the default title is not an option', async () => {
  const answer = await put(shopify.replace('https://example.com/b.jpg', ''))
  expect(answer.errors).toEqual([])
  expect(await stocks('shirt')).toEqual([
    { sku: 'SH-S', values: { size: 'small' }, price: 2500, special: 2000, weight: 180, left: 5 },
    { sku: 'SH-L', values: { size: 'large' }, price: 2200, special: null, weight: 200, left: 1 },
  ])
  expect(await stocks('card')).toMatchObject([{ values: {}, price: 1000 }])
  expect(await product('card')).toMatchObject({ visibled: false, tracked: false })
  expect(await product('shirt')).toMatchObject({ visibled: true, tracked: true, tags: ['new', 'soft'], categories: 'Tops' })
})

test('a shop without warehouses imports the same catalogue without inventory', async () => {
  const bare = await testApp(['catalogue', 'sheets'])
  try {
    expect(await put(shopify.replace('https://example.com/b.jpg', ''), bare.ctx)).toMatchObject({ summary: { create: 2, error: 0 } })
  } finally {
    await bare.close()
  }
})

const wix = `handleId,fieldType,name,description,productImageUrl,collection,sku,price,surcharge,visible,inventory,productOptionName1,productOptionType1,productOptionDescription1,brand
p1,Product,Print,<p>Art</p>,,Prints;Gifts,,10,,TRUE,0,Size,DROP_DOWN,5x7;8x10,Quay
p1,Variant,,,,,79,,0,TRUE,1,,,5x7,
p1,Variant,,,,,80,,5.5,TRUE,2,,,8x10,
p2,Product,Card,,,,C-1,4.2,,FALSE,9,,,,
p3,Product,Pin,,,,,3,,TRUE,InStock,Colour,COLOR,#fff;#000,
p3,Variant,,,,,,,-0.5,TRUE,InStock,,,#fff,
p3,Variant,,,,,,,1,TRUE,InStock,,,#000,
`

test('a Wix catalogue prices variants as surcharges on the product', async () => {
  const answer = await put(wix)
  expect(answer.errors).toEqual([])
  expect(answer).toMatchObject({ summary: { create: 3 }, lines: { read: 7, left_out: 0 } })
  expect(await stocks('p1')).toMatchObject([
    { sku: '79', values: { size: '5x7' }, price: 1000, left: 1 },
    { sku: '80', values: { size: '8x10' }, price: 1550, left: 2 },
  ])
  expect(await stocks('p2')).toMatchObject([{ sku: 'C-1', values: {}, price: 420, left: 9 }])
  expect(await product('p2')).toMatchObject({ visibled: false })
  expect(await stocks('p3')).toMatchObject([{ price: 250 }, { price: 400 }])
  expect(await product('p3')).toMatchObject({ tracked: false })
  expect(await product('p1')).toMatchObject({ categories: 'Prints, Gifts' })
  expect(await put(wix)).toMatchObject({ summary: { unchanged: 3, error: 0 } })
  const wrong = await put(
    wix
      .replaceAll('p1,', 'p9,')
      .replace(',,10,,TRUE', ',,ten,,TRUE')
      .replaceAll(/^p[23].*\n/gm, ''),
  )
  expect(wrong.errors.map(({ row, column, value }) => [row, column, value])).toEqual([
    [3, 'surcharge', 'ten + 0'],
    [4, 'surcharge', 'ten + 5.5'],
  ])
})
