import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../../core/db/sql.ts'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { chooseColumns } from '../cli/import/columns.ts'
import { importRecords } from '../import/import.ts'
import { getLayout } from '../mapping/columns.ts'

/** Exports of other systems with content beyond the simple case. */
let it: TestApp
beforeAll(async () => {
  it = await testApp(['catalogue', 'inventory', 'people', 'crm', 'sheets'])
  await it.kernel.resources.create(it.ctx, 'warehouse', { code: 'main', name: 'main' })
})
afterAll(() => it.close())

const put = (resource: string, csv: string) =>
  importRecords(it.ctx, resource, { name: 'a.csv', bytes: Buffer.from(csv) }, { speak: 'en-US', limit: 1_000 })
const product = (sku: string) =>
  it.kernel.db.one(sql`select p.name->>'en-US' as name, p.description->>'en-US' as description, p.short_description->>'en-US' as short,
    p.meta_title->>'zh-HK' as title_hk, p.visibled,
    (select array_agg(c.title->>'en-US' order by c.title->>'en-US') from product_category pc join category c on c.id = pc.category_id where pc.product_id = p.id) as categories,
    (select json_agg(json_build_array(s.sku, s.price_minor, s.special_price_minor, s.stock_notification,
      (select sum(quantity)::int from inventory i where i.stock_id = s.id)) order by s.id) from stock s where s.product_id = p.id) as stocks
    from product p where p.sku = ${sku}`)

const woo = String.raw`ID,Type,SKU,Name,Published,"Is featured?","Visibility in catalog","Short description",Description,"Date sale price starts","Date sale price ends","In stock?",Stock,"Low stock amount","Sale price","Regular price",Categories,Tags,Parent
1,simple,W-LINES,"Tea, ""green""",1,0,visible,"<p>Short, text</p>","<p>One</p>\n<p>Two</p>\\n",,,1,5,2,18,20,Tea,,
2,simple,W-DATED,Dated,1,0,visible,,,2020-01-01,,1,5,,15,20,Tea,,
`

test('a WooCommerce export has escaped line breaks, short descriptions and stock alerts; dated sale prices cause a warning', async () => {
  const answer = await put('product', woo)
  expect(answer.errors).toEqual([])
  expect(answer.warnings).toEqual([{ row: 3, column: 'Sale price', value: '15', warning: 'This value is not imported.' }])
  expect(await product('W-LINES')).toMatchObject({
    name: 'Tea, "green"',
    description: '<p>One</p>\n<p>Two</p>\\n',
    short: '<p>Short, text</p>',
    stocks: [['W-LINES', 2000, 1800, 2, 5]],
  })
  expect(await product('W-DATED')).toMatchObject({ stocks: [['W-DATED', 2000, null, 0, 5]] })
})

test.each([
  ['WooCommerce', 'Stock', `${woo.split('\n')[0]}\n1,simple,OVER-W,Oversold,1,0,visible,,,,,1,-3,,,20,Tea,,\n`, 'OVER-W'],
  [
    'Loyverse',
    'In stock [Shop]',
    'Handle,SKU,Name,Category,Description,Sold by weight,Option 1 name,Option 1 value,Default price,Cost,Barcode,Track stock,Available for sale [Shop],In stock [Shop]\nover-l,OVER-L,Oversold,,,N,,,20.00,1.00,,Y,Y,-3\n',
    'over-l',
  ],
])('stock oversold in %s is imported as zero with a warning', async (_, column, csv, sku) => {
  const answer = await put('product', csv)
  expect(answer.errors).toEqual([])
  expect(answer.warnings).toEqual([{ row: 2, column, value: '-3', warning: 'Imported as 0, the lowest value allowed.' }])
  expect(await product(sku)).toMatchObject({ stocks: [[expect.any(String), 2000, null, 0, 0]] })
})

const magento = `sku,store_view_code,attribute_set_code,product_type,categories,name,product_online,price,special_price,special_price_from_date,special_price_to_date,url_key,qty
M-1,,Bag,simple,"Default Category/Gear/Bags,Default Category/Promotions,Default Category",Bag,1,34.000000,29.990000,2023-11-24 00:00:00,,bag,87.0000
M-2,,Bag,simple,Default Category,Root,1,34.000000,,,,root,1.0000
`

test('the Magento root category is skipped at any position, and a dated special price causes a warning', async () => {
  const answer = await put('product', magento)
  expect(answer.errors).toEqual([])
  expect(answer.warnings).toMatchObject([{ row: 2, column: 'special_price', value: '29.990000' }])
  expect(await product('M-1')).toMatchObject({ categories: ['Bags', 'Promotions'] })
  expect(await product('M-2')).toMatchObject({ categories: null })
  expect(await it.kernel.db.rows(sql`select id from category where title->>'en-US' like '%Default%'`)).toEqual([])
})

test('a Square item with a variable price is hidden until it has a price, and the dry run says so', async () => {
  const answer = await put(
    'product',
    `Token,Item Name,Variation Name,SKU,Description,Price,Archived,Current Quantity Harbour
T1,Open item,Regular,SQ-OPEN,,variable,N,
T2,Cup,Regular,SQ-CUP,,9.00,N,3
`,
  )
  expect(answer.errors).toEqual([])
  expect(answer.warnings).toMatchObject([{ row: 2, column: 'Price', value: 'variable' }])
  expect(await product('T1')).toMatchObject({ visibled: false })
  expect(await product('T2')).toMatchObject({ visibled: true, stocks: [['SQ-CUP', 900, null, 0, 3]] })
})

test('a Shopify variant that allows overselling causes a warning', async () => {
  const answer = await put(
    'product',
    `Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Price,Variant Compare At Price,Image Src,Status
over,Over,,,,,true,Title,Default Title,SH-OVER,1,shopify,5,continue,20,,,active
free,Free,,,,,true,Title,Default Title,SH-FREE,1,,,continue,20,,,active
`,
  )
  expect(answer.warnings).toMatchObject([{ row: 2, column: 'Variant Inventory Policy', value: 'continue' }])
})

test('a column matched by a wildcard of a preset is not listed as skipped; a second location is', async () => {
  const { registry } = it.kernel
  const header = [
    'Token',
    'Item Name',
    'Variation Name',
    'SKU',
    'Description',
    'Price',
    'Current Quantity Harbour',
    'Current Quantity Pier',
  ]
  const chosen = await chooseColumns(it.ctx, getLayout(registry, registry.resource('product'), 'en-US'), header, { yes: true })
  expect(chosen.unread).toEqual(['Current Quantity Pier'])
  const other = await chooseColumns(it.ctx, getLayout(registry, registry.resource('product'), 'en-US'), header, {
    yes: true,
    column: ['Current Quantity Harbour=', 'Current Quantity Pier=quantity'],
  })
  expect(other.unread).toEqual(['Current Quantity Harbour'])
})

const google = `First Name,Middle Name,Last Name,File As,Organization Name,Birthday,Notes,Labels,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value
Lily,,Fong,,"Fong & ""Co""",1988-05-06,"one
two",* myContacts ::: Wholesale,Work,lily@many.test ::: lily2@many.test,Mobile,+852 6123 4570 ::: +852 6123 4571
Day,,Only,, , --05-06,,* myContacts,,day@many.test,,
`

test('of several Google addresses in a cell the first is used, a birthday without a year is skipped, both with a warning', async () => {
  const answer = await put('contact', google)
  expect([answer.summary, answer.errors]).toEqual([{ create: 2, change: 0, unchanged: 0, error: 0 }, []])
  expect(answer.warnings?.map(({ row, column, value }) => [row, column, value])).toEqual([
    [2, 'E-mail 1 - Value', 'lily2@many.test'],
    [2, 'Phone 1 - Value', '+852 6123 4571'],
    [4, 'Birthday', '--05-06'],
  ])
  expect(
    await it.kernel.db.rows(
      sql`select email, phone, birthday::text, remark from crm_contact where email like '%@many.test' order by email`,
    ),
  ).toEqual([
    { email: 'day@many.test', phone: null, birthday: null, remark: '' },
    { email: 'lily@many.test', phone: '6123 4570', birthday: '1988-05-06', remark: 'one\ntwo' },
  ])
})
