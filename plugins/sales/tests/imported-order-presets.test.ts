import { expect, test } from 'vitest'
import { suite } from 'stoa/testing'
import { importRecords } from 'stoa/plugins/sheets'
import { sql } from '../../../core/db/sql.ts'

const shop = suite(['sales', 'inventory', 'sheets'])

const put = (csv: string | Buffer) =>
  importRecords(shop.it.ctx, 'order_import', { name: 'orders.csv', bytes: Buffer.from(csv) }, { speak: 'en-US' })
const order = (number: string) =>
  shop.it.kernel.db
    .one(sql`select order_number, status, email, first_name, last_name, subtotal_minor::int as subtotal, discount_minor::int as discount,
      shipping_minor::int as shipping, total_minor::int as total, refunded_minor::int as refunded, payment_title, shipping_address->>'address' as address,
      to_char(placed_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as placed,
      (select json_agg(json_build_array(l.name, l.quantity, l.unit_minor, l.total_minor) order by l.id) from order_line l where l.order_id = o.id) as lines
    from sales_order o where imported_number = ${number}`)

const woo = `Order Number,Order Status,Order Date,Customer Note,First Name (Billing),Last Name (Billing),Company (Billing),Address 1&2 (Billing),City (Billing),State Code (Billing),Postcode (Billing),Country Code (Billing),Email (Billing),Phone (Billing),Payment Method Title,Cart Discount Amount,Order Subtotal Amount,Shipping Method Title,Order Shipping Amount,Order Refund Amount,Order Total Amount,Order Total Tax Amount,SKU,Item #,Item Name,Quantity (- Refund),Item Cost,Coupon Code
501,Completed,2024-02-03 10:15,Ring twice,May,Chan,,18 Wing Lok Street,Hong Kong,,,HK,may@example.org,+85225400000,Bank transfer,10,110,Courier,25.5,0,125.5,0,W-1,1,"Tea, green",2,40,SPRING
501,Completed,2024-02-03 10:15,Ring twice,May,Chan,,18 Wing Lok Street,Hong Kong,,,HK,may@example.org,+85225400000,Bank transfer,10,110,Courier,25.5,0,125.5,0,W-2,2,Cup,1,30,SPRING
502,On hold,2024-02-04 09:00,,Ken,Wong,,,,,,,ken@example.org,,Cash on delivery,0,30,,0,0,30,0,W-2,1,Cup,1,30,
`

test('a WooCommerce export repeats the whole order in each line', async () => {
  const answer = await put(woo)
  expect([answer.errors, answer.warnings ?? []]).toEqual([[], []])
  expect(await order('501')).toEqual({
    order_number: 'WOOCOMMERCE-501',
    status: 'completed',
    email: 'may@example.org',
    first_name: 'May',
    last_name: 'Chan',
    subtotal: 11000,
    discount: 1000,
    shipping: 2550,
    total: 12550,
    refunded: 0,
    payment_title: 'Bank transfer',
    address: '18 Wing Lok Street\nHong Kong',
    // In the time zone of the shop, Hong Kong.
    placed: '2024-02-03 02:15',
    lines: [
      ['Tea, green', 2, 4000, 7273],
      ['Cup', 1, 3000, 2727],
    ],
  })
  expect(await order('502')).toMatchObject({ status: 'canceled', total: 3000 })
  expect((await put(woo)).summary).toEqual({ create: 0, change: 0, unchanged: 2, error: 0 })
})

const addresses = (number: string) =>
  shop.it.kernel.db.one(sql`select phone, shipping_address, billing_address from sales_order where imported_number = ${number}`)

test('a Shopify order keeps the recipient with phone, next to the payer', async () => {
  const answer =
    await put(`Name,Email,Financial Status,Currency,Subtotal,Shipping,Taxes,Total,Created at,Lineitem quantity,Lineitem name,Lineitem price,Billing Name,Billing Address1,Billing Address2,Billing City,Billing Zip,Billing Province,Billing Country,Billing Phone,Shipping Name,Shipping Address1,Shipping Address2,Shipping City,Shipping Zip,Shipping Province,Shipping Country,Shipping Phone,Phone
#2001,ada@example.org,paid,HKD,10.00,0.00,0.00,10.00,2024-03-05 14:22:10 +0800,1,Cup,10.00,Ada Lee,1 Bank Street,Floor 2,London,'E14,ENG,GB,'+442079460018,Ken Wong,18 Wing Lok Street,,Hong Kong,,HK,HK,'+85225400000,
#2002,ada@example.org,paid,HKD,10.00,0.00,0.00,10.00,2024-03-05 14:22:10 +0800,1,Cup,10.00,Ada Lee,1 Bank Street,,London,'E14,ENG,GB,'+442079460018,,,,,,,,,
`)
  expect(answer.errors).toEqual([])
  const paid = { first_name: 'Ada Lee', last_name: '', area: '', contact_number: '+442079460018', country: 'GB' }
  expect(await addresses('#2001')).toEqual({
    phone: '2079460018',
    shipping_address: {
      first_name: 'Ken Wong',
      last_name: '',
      area: '',
      contact_number: '+85225400000',
      address: '18 Wing Lok Street\nHong Kong\nHK',
      country: 'HK',
    },
    billing_address: { ...paid, address: '1 Bank Street\nFloor 2\nE14 London\nENG' },
  })
  expect(await addresses('#2002')).toMatchObject({
    shipping_address: { address: '1 Bank Street\nE14 London\nENG' },
    billing_address: { ...paid, address: '1 Bank Street\nE14 London\nENG' },
  })
})

test('a WooCommerce order keeps the full name of the recipient', async () => {
  const answer =
    await put(`Order Number,Order Status,Order Date,First Name (Billing),Last Name (Billing),Address 1&2 (Billing),City (Billing),Country Code (Billing),Email (Billing),Phone (Billing),First Name (Shipping),Last Name (Shipping),Address 1&2 (Shipping),City (Shipping),Country Code (Shipping),Order Total Amount,Order Shipping Amount,Item Name,Quantity,Item Cost
601,Completed,2024-02-03 10:15,May,Chan,1 Bank Street,London,GB,may@example.org,+442079460018,Ken,Wong,18 Wing Lok Street,Hong Kong,HK,10,0,Cup,1,10
`)
  expect(answer.errors).toEqual([])
  expect(await addresses('601')).toMatchObject({
    shipping_address: { first_name: 'Ken', last_name: 'Wong', address: '18 Wing Lok Street\nHong Kong', country: 'HK' },
    billing_address: { first_name: 'May', last_name: 'Chan', address: '1 Bank Street\nLondon', country: 'GB' },
  })
})

test('Magento grid dates have month names in the time zone of the shop', async () => {
  const answer =
    await put(`ID,Purchase Point,Purchase Date,Bill-to Name,Grand Total (Purchased),Status,Customer Email,Subtotal,Shipping and Handling
000000101,Main,"Nov 24, 2023 14:05:11 PM",Ada Lee,34.0000,complete,ada@example.org,29.0000,5.0000
000000102,Main,"Nov 5, 2023 12:05:11 AM",Ada Lee,34.0000,complete,ada@example.org,29.0000,5.0000
000000103,Main,"Nov 5, 2023 2:05:11 PM",Ada Lee,34.0000,complete,ada@example.org,29.0000,5.0000
`)
  expect(answer.errors).toEqual([])
  expect(answer.warnings?.map(({ warning }) => warning)).toEqual([
    'Dates in this column name the month: Nov 24, 2023 14:05:11 PM is read as 2023-11-24 14:05:11.',
  ])
  expect([await order('000000101'), await order('000000102'), await order('000000103')]).toMatchObject([
    { placed: '2023-11-24 06:05' },
    { placed: '2023-11-04 16:05' },
    { placed: '2023-11-05 06:05' },
  ])
})

const magento = `ID,Purchase Point,Purchase Date,Bill-to Name,Ship-to Name,Grand Total (Base),Grand Total (Purchased),Status,Billing Address,Shipping Address,Shipping Information,Customer Email,Customer Group,Subtotal,Shipping and Handling,Customer Name,Payment Method,Total Refunded
000000001,"Main Website
Main Website Store","2023-11-24 08:00:00",Ada Lee,Ada Lee,34.0000,34.0000,complete,"6146 Honey Bluff,Calder,Michigan,49628","6146 Honey Bluff,Calder,Michigan,49628",Flat Rate,ada@example.org,General,29.0000,5.0000,Ada Lee,checkmo,
000000002,"Main Website","2023-11-25 08:00:00",Ada Lee,Ada Lee,34.0000,34.0000,closed,,,Flat Rate,ada@example.org,General,29.0000,5.0000,Ada Lee,checkmo,34.0000
`

test('a Magento export has no items: one line represents them all', async () => {
  const answer = await put(magento)
  expect([answer.errors, answer.warnings ?? []]).toEqual([[], []])
  expect(await order('000000001')).toMatchObject({
    order_number: 'MAGENTO-000000001',
    status: 'completed',
    total: 3400,
    shipping: 500,
    lines: [['Magento 000000001', 1, 2900, 2900]],
  })
  expect(await order('000000002')).toMatchObject({ status: 'refunded', refunded: 3400 })
})

test('invalid rows are rejected by column and do not affect others', async () => {
  const head = 'imported_from,imported_number,placed_at,email,currency,discount,total,refunded,item,quantity,price'
  const answer = await put(
    `${[
      head,
      'X,1,2024-01-01,not an address,HKD,,10.00,,Tea,1,10.00',
      'X,2,2024-01-01,,EUR,,10.00,,Tea,1,10.00',
      'X,3,2999-01-01,,HKD,,10.00,,Tea,1,10.00',
      'X,4,2024-01-01,,HKD,,10.00,10.01,Tea,1,10.00',
      'X,5,2024-01-01,,HKD,,10.00,,Tea,-1,10.00',
      'X,6,2024-01-01,,HKD,,=1+1,,Tea,1,10.00',
      ',7,2024-01-01,,HKD,,10.00,,Tea,1,10.00',
      'X,8,2024-01-01,,HKD,,0.00,,Tea,1,10.00',
      'X,#9,2024-01-01,,HKD,,10.00,,Tea,1,10.00',
    ].join('\n')}\n`,
  )
  expect(answer.errors.map(({ row, column }) => [row, column])).toEqual([
    [2, 'email'],
    [3, 'currency'],
    [4, 'placed_at'],
    [5, 'refunded'],
    [6, 'quantity'],
    [7, 'total'],
    [8, 'imported_from'],
  ])
  expect(answer.summary).toMatchObject({ create: 2, error: 7 })
  expect(answer.warnings).toMatchObject([{ row: 9, column: 'total' }])
  expect(await order('8')).toMatchObject({ total: 0, discount: 1000 })
  // A number that normalizes to the same value as another is a duplicate.
  const twin = await put(`${head}\nX,9,2024-01-01,,HKD,,10.00,,Tea,1,10.00\n`)
  expect(twin.errors).toMatchObject([{ row: 2, column: 'imported_number' }])
})

test('a German Excel sheet is read with its encoding and decimal commas', async () => {
  const text =
    'imported_from;imported_number;placed_at;first_name;total;item;quantity;price\nLaden;1;2024-01-31;Jörg;1.234,50;Tasse;1;1.234,50\nLaden;2;2024-01-31;Jörg;12,50;Tasse;1;12,50\n'
  const answer = await put(Buffer.from(text, 'latin1'))
  expect(answer.errors).toEqual([])
  expect(
    await shop.it.kernel.db.rows(
      sql`select first_name, total_minor::int as total from sales_order where imported_from = 'Laden' order by id`,
    ),
  ).toEqual([
    { first_name: 'Jörg', total: 123450 },
    { first_name: 'Jörg', total: 1250 },
  ])
})

test('undoing an import removes its orders, and an erased person does not return with the same sheet', async () => {
  const sheet =
    'imported_from,imported_number,placed_at,email,first_name,total,item,price\nOld,77,2024-01-01,gone@example.org,Gon,10.00,Tea,10.00\n'
  await put(sheet)
  const person = await shop.it.kernel.db.one<{ id: number }>(sql`select person_id as id from sales_order where imported_number = '77'`)
  expect((await shop.owner.post(`/api/admin/person/${person?.id}/erase`, { confirmation: String(person?.id) })).status).toBeLessThan(300)
  expect(await order('77')).toMatchObject({ email: '', first_name: '' })
  expect((await put(sheet)).summary).toMatchObject({ create: 0, error: 0 })
  expect(await order('77')).toMatchObject({ email: '', first_name: '' })
  const row = await shop.it.kernel.db.one<{ id: number }>(sql`select id from order_import where imported_number = '77'`)
  await shop.it.kernel.transaction((tx) => shop.it.kernel.resources.removeIn(tx, shop.it.ctx, 'order_import', row?.id ?? 0))
  expect(await order('77')).toBeUndefined()
})
