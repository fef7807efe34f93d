import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../../core/db/sql.ts'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { importRecords } from '../import/import.ts'

/** Exports of other systems with their columns, recognized by their headers. */
let it: TestApp
beforeAll(async () => {
  it = await testApp(['catalogue', 'inventory', 'people', 'crm', 'sheets'])
  await it.kernel.resources.create(it.ctx, 'warehouse', { code: 'main', name: 'main' })
})
afterAll(() => it.close())

const put = (csv: string, resource = 'product') =>
  importRecords(it.ctx, resource, { name: 'a.csv', bytes: Buffer.from(csv) }, { speak: 'en-US' })
const stocks = (sku: string) =>
  it.kernel.db.rows(sql`select s.sku, s.values, s.price_minor::int as price, s.special_price_minor::int as special,
    (select sum(quantity)::int from inventory i where i.stock_id = s.id) as left
    from stock s join product p on p.id = s.product_id where p.sku = ${sku} and s.visibled order by s.id`)
const product = (sku: string) =>
  it.kernel.db.one(sql`select p.name->>'en-US' as name, p.name->>'zh-HK' as chinese, p.visibled, p.track_inventories as tracked, p.tags,
    (select array_agg(c.title->>'en-US' order by c.title->>'en-US') from product_category pc join category c on c.id = pc.category_id where pc.product_id = p.id) as categories,
    (select b.title->>'en-US' from brand b where b.id = p.brand_id) as brand from product p where p.sku = ${sku}`)

/** Importing the same sheet again changes nothing. */
async function bring(csv: string, create: number, resource = 'product') {
  const answer = await put(csv, resource)
  expect(answer.errors).toEqual([])
  expect(answer.summary).toMatchObject({ create, error: 0 })
  expect((await put(csv, resource)).summary).toEqual({ create: 0, change: 0, unchanged: create, error: 0 })
}

const magento = `sku,store_view_code,attribute_set_code,product_type,categories,product_websites,name,description,short_description,weight,product_online,tax_class_name,visibility,price,special_price,special_price_from_date,special_price_to_date,url_key,meta_title,meta_description,base_image,additional_attributes,qty,manage_stock,configurable_variations,configurable_variation_labels
MG-1,,Default,simple,"Default Category/Men,Default Category/Men/Tops, long",base,Shirt,<p>Soft</p>,,1.0000,2,Taxable Goods,"Catalog, Search",10.0000,8.0000,,,shirt,Shirt,,/m/g/mg.jpg,,5.0000,1,,
MG-1,zh_hk,Default,simple,,,襯衫,,,,,,,,,,,,,,,,,,,
MG-C-S,,Top,simple,Default Category/Men,base,Hoodie-S,,,,1,Taxable Goods,Not Visible Individually,52.0000,,,,hoodie-s,,,,"color=Red,size=S",100.0000,1,,
MG-C-M,,Top,simple,Default Category/Men,base,Hoodie-M,,,,1,Taxable Goods,Not Visible Individually,54.0000,,,,hoodie-m,,,,"color=Red,size=M",3.0000,1,,
MG-C,,Top,configurable,Default Category/Men,base,Hoodie,Warm,,,1,Taxable Goods,"Catalog, Search",52.0000,,,,hoodie,,,,,0.0000,1,"sku=MG-C-S,size=S,color=Red|sku=MG-C-M,size=M,color=Red","size=Size,color=Color"
`

test('a Magento catalogue: nested categories, hidden products, variants listed on their parent, a line for each language', async () => {
  await bring(magento, 2)
  expect(await product('MG-1')).toMatchObject({ name: 'Shirt', chinese: '襯衫', visibled: false, categories: ['Men', 'Tops, long'] })
  expect(await stocks('MG-1')).toEqual([{ sku: 'MG-1', values: {}, price: 1000, special: 800, left: 5 }])
  expect(await product('MG-C')).toMatchObject({ name: 'Hoodie', visibled: true, categories: ['Men'] })
  expect(await stocks('MG-C')).toEqual([
    { sku: 'MG-C-S', values: { size: 's', color: 'red' }, price: 5200, special: null, left: 100 },
    { sku: 'MG-C-M', values: { size: 'm', color: 'red' }, price: 5400, special: null, left: 3 },
  ])
  expect(await it.kernel.db.rows(sql`select 1 from product where sku like 'MG-C-%'`)).toEqual([])
})

test('a Loyverse item list: options named once, prices and stock by store', async () => {
  await bring(
    `Handle,SKU,Name,Category,Sold by weight,Option 1 name,Option 1 value,Option 2 name,Option 2 value,Option 3 name,Option 3 value,Default price,Cost,Barcode,SKU of included item,Quantity of included item,Track stock,Available for sale [Tea bar],Price [Tea bar],In stock [Tea bar],Low stock [Tea bar]
milk-tea,10001,Milk tea,Drinks,N,Size,Small,,,,,18.00,5.5,,,,Y,Y,18.00,7,2
,10002,,,,,Large,,,,,24.00,7,,,,,,24.00,3,2
tin,10003,Tin,No category,N,,,,,,,60.00,20,4006381333931,,,N,N,60.00,,
`,
    2,
  )
  expect(await stocks('milk-tea')).toMatchObject([
    { sku: '10001', values: { size: 'small' }, price: 1800, left: 7 },
    { sku: '10002', values: { size: 'large' }, price: 2400, left: 3 },
  ])
  expect(await product('tin')).toMatchObject({ visibled: false, tracked: false, categories: null })
})

test('a Square item library: variations by their options, or by their names alone', async () => {
  await bring(
    `Token,Item Name,Variation Name,SKU,Description,Categories,SEO Title,SEO Description,Permalink,GTIN,Item Type,Price,Online Sale Price,Archived,Sellable,Stockable,Option Name 1,Option Value 1,Option Name 2,Option Value 2,Current Quantity Harbour,Stock Alert Count Harbour
TOK1,Cap,"Red, S",SQ-RS,A cap,"Hats, Gifts",,,cap,,Physical good,12.00,9.50,N,Y,Y,Color,Red,Size,S,4,1
TOK2,Cap,"Red, M",SQ-RM,,,,,cap,,Physical good,12.50,,N,Y,Y,Color,Red,Size,M,2,
TOK3,Coffee,Small,SQ-C1,Filter,Drinks,,,coffee,,Prepared food,30.00,,N,Y,N,,,,,,
TOK4,Coffee,Large,SQ-C2,,,,,coffee,,Prepared food,36.00,,N,Y,N,,,,,,
TOK5,Mug,Regular,SQ-M,,,,,mug,,Physical good,50.00,,Y,Y,Y,,,,,9,
`,
    3,
  )
  expect(await stocks('cap')).toMatchObject([
    { sku: 'SQ-RS', values: { color: 'red', size: 's' }, price: 1200, special: 950, left: 4 },
    { sku: 'SQ-RM', values: { color: 'red', size: 'm' }, price: 1250, special: null, left: 2 },
  ])
  expect(await stocks('coffee')).toMatchObject([{ values: { variation: 'small' } }, { values: { variation: 'large' } }])
  expect(await stocks('mug')).toMatchObject([{ sku: 'SQ-M', values: {}, left: 9 }])
  expect(await product('mug')).toMatchObject({ visibled: false })
  expect(await product('cap')).toMatchObject({ categories: ['Gifts', 'Hats'] })
})

test('a Lightspeed product list: variants by handle, stock by outlet', async () => {
  await bring(
    `id,handle,sku,composite_name,composite_sku,composite_quantity,name,description,product_category,variant_option_one_name,variant_option_one_value,variant_option_two_name,variant_option_two_value,variant_option_three_name,variant_option_three_value,tags,supply_price,retail_price,brand_name,supplier_name,active,track_inventory,inventory_Main_Outlet,reorder_point_Main_Outlet
u1,jumper,LS-1,,,,Jumper,Wool,Clothing / Tops,Size,S,,,,,"wool,new",12.50000,40.00000,North,Mill,1,1,6.00000,2
u2,jumper,LS-2,,,,Jumper,Wool,Clothing / Tops,Size,M,,,,,"wool,new",12.50000,42.00000,North,Mill,1,1,0.00000,
`,
    1,
  )
  expect(await stocks('jumper')).toMatchObject([
    { sku: 'LS-1', values: { size: 's' }, price: 4000, left: 6 },
    { sku: 'LS-2', values: { size: 'm' }, price: 4200 },
  ])
  expect(await product('jumper')).toMatchObject({ categories: ['Tops'], tags: ['wool', 'new'], brand: 'North' })
})

test('a PrestaShop product list: by reference, or by its number where there is none', async () => {
  await bring(
    `Product ID;Active (0/1);Name *;Categories (x,y,z...);Price tax excluded;Tax rules ID;Wholesale price;On sale (0/1);Discount amount;Discount percent;Reference #;Supplier;Manufacturer;EAN13;Weight;Quantity;Minimal quantity;Low stock level;Visibility;Summary;Description;Tags (x,y,z...);Meta title;Meta description;URL rewritten;Image URLs (x,y,z...)
1;1;Kettle;Kitchen,Gifts;39.900000;1;20.000000;0;;;PS-1;;Hill;4006381333948;0.500000;12;1;3;both;Short;Long;tea,steel;Kettle;;kettle;
7;0;Cup;Kitchen;5.000000;1;;0;;;;;;;;4;1;;both;;;;;;cup;
`,
    2,
  )
  expect(await product('PS-1')).toMatchObject({ visibled: true, categories: ['Gifts', 'Kitchen'], tags: ['tea', 'steel'], brand: 'Hill' })
  expect(await stocks('PS-1')).toEqual([{ sku: 'PS-1', values: {}, price: 3990, special: null, left: 12 }])
  expect(await product('7')).toMatchObject({ name: 'Cup', visibled: false })
})

test('an OpenCart product list: names in each language, found again by its number there', async () => {
  await bring(
    `product_id,name(en-gb),name(zh-hk),categories,sku,upc,ean,jan,isbn,mpn,location,quantity,model,manufacturer,image_name,shipping,price,points,weight,weight_unit,status,tax_class_id,description(en-gb),meta_title(en-gb),tags(en-gb),subtract,minimum
42,Screen,螢幕,"20,27",OC-1,,,,,,,990,Product 15,Apple,,yes,100.0000,400,12.50,kg,true,9,Wide,Screen,"wide,new",true,1
`,
    1,
  )
  expect(await product('Product 15')).toMatchObject({
    name: 'Screen',
    chinese: '螢幕',
    tracked: true,
    tags: ['wide', 'new'],
    brand: 'Apple',
  })
  expect(await stocks('Product 15')).toEqual([{ sku: 'OC-1', values: {}, price: 10000, special: null, left: 990 }])
})

const contact = (name: string) =>
  it.kernel.db.one(sql`select c.first_name, c.email, c.company, c.country_code, c.phone,
    (select array_agg(t.name order by t.name) from crm_contact_tag ct join crm_tag t on t.id = ct.tag_id where ct.contact_id = c.id) as tags
    from crm_contact c where last_name = ${name}`)

test('Google contacts come in with and without an address, their labels as tags', async () => {
  await bring(
    `First Name,Middle Name,Last Name,Phonetic First Name,Phonetic Middle Name,Phonetic Last Name,Name Prefix,Name Suffix,Nickname,File As,Organization Name,Organization Title,Organization Department,Birthday,Notes,Photo,Labels,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value,Address 1 - Label,Address 1 - Formatted
Ada,,Googler,,,,,,,,North Hill,Buyer,,1990-04-03,Met at the fair,,Friends ::: * myContacts,Work,ada@google.test,Mobile,+34 600 111 222,,
Ben,,Nomail,,,,,,,,,,,,,,* myContacts,,,Mobile,+852 9123 4567,,
`,
    2,
    'contact',
  )
  expect(await contact('Googler')).toMatchObject({ company: 'North Hill', country_code: '34', tags: ['Friends'] })
  expect(await contact('Nomail')).toMatchObject({ email: null, phone: '9123 4567', tags: null })
})

test('a Mailchimp audience comes in as contacts with its tags', async () => {
  await bring(
    `Email Address,First Name,Last Name,Address,Phone Number,Birthday,MEMBER_RATING,OPTIN_TIME,OPTIN_IP,CONFIRM_TIME,CONFIRM_IP,LATITUDE,LONGITUDE,GMTOFF,DSTOFF,TIMEZONE,CC,REGION,LAST_CHANGED,LEID,EUID,NOTES,TAGS
mia@chimp.test,Mia,Chimp,,,,3,2024-02-01 10:00:00,,2024-02-01 10:00:00,1.2.3.4,,,,,,,,2024-03-01 10:00:00,1001,eu1,,"""Customer"",""VIP"""
`,
    1,
    'contact',
  )
  expect(await contact('Chimp')).toMatchObject({ email: 'mia@chimp.test', tags: ['Customer', 'VIP'] })
})

const customer = (email: string) =>
  it.kernel.db.one(sql`select first_name, country_code, phone, is_subscribe as news, birthday::text from customer where email = ${email}`)

test('customers of Shopify, WooCommerce and Magento import with phone numbers, and only those who opted in are subscribed', async () => {
  await bring(
    `Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Company,Default Address Phone,Phone,Accepts SMS Marketing,Total Spent,Total Orders,Note,Tax Exempt,Tags
'7001,Sho,Pify,sho@shop.test,yes,,,'+85291234567,no,10.00,1,,no,
'7002,Nay,Pify,nay@shop.test,no,,'+14155550100,,no,0.00,0,,no,
'7003,No,Mail,,no,,,,no,0.00,0,,no,
`,
    2,
    'customer',
  )
  expect(await customer('sho@shop.test')).toMatchObject({ country_code: '852', phone: '91234567', news: true })
  expect(await customer('nay@shop.test')).toMatchObject({ country_code: '1', phone: '4155550100', news: false })
  await bring(
    `ID,customer_id,user_login,user_nicename,user_email,user_registered,display_name,first_name,last_name,roles,billing_first_name,billing_last_name,billing_phone,billing_country
5,5,woo,woo,woo@shop.test,2024-01-01 00:00:00,Woo,,,customer,Woo,Commerce,2345 6789,HK
`,
    1,
    'customer',
  )
  expect(await customer('woo@shop.test')).toMatchObject({ first_name: 'Woo', country_code: '852', news: false })
  await bring(
    `email,_website,_store,confirmation,created_at,created_in,dob,firstname,gender,group_id,lastname,store_id,website_id,_address_telephone_
mag@shop.test,base,default,,2024-01-01 00:00:00,Default,1988-07-06,Mag,Female,1,Ento,1,1,+49 30 1234567
`,
    1,
    'customer',
  )
  expect(await customer('mag@shop.test')).toMatchObject({ country_code: '49', birthday: '1988-07-06', news: false })
})
