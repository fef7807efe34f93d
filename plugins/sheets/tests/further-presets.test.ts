import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../../core/db/sql.ts'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { importRecords } from '../import/import.ts'

/** Files of other systems with their columns, recognized by their headers. */
let it: TestApp
beforeAll(async () => {
  it = await testApp(['catalogue', 'inventory', 'people', 'crm', 'sales', 'sheets'])
  await it.kernel.resources.create(it.ctx, 'warehouse', { code: 'main', name: 'main' })
})
afterAll(() => it.close())

/** Importing the same file again changes nothing. */
async function bring(resource: string, file: string, create: number) {
  const name = /^\s*[[{]/.test(file) ? 'a.json' : 'a.csv'
  const put = () => importRecords(it.ctx, resource, { name, bytes: Buffer.from(file) }, { speak: 'en-US', limit: 1_000 })
  const answer = await put()
  expect(answer.errors).toEqual([])
  expect(answer.summary).toMatchObject({ create, error: 0 })
  expect((await put()).summary).toEqual({ create: 0, change: 0, unchanged: create, error: 0 })
  return answer
}
const contacts = (like: string) =>
  it.kernel.db.rows(sql`select first_name, last_name, email, phone,
    (select array_agg(t.name order by t.name) from crm_contact_tag l join crm_tag t on t.id = l.tag_id where l.contact_id = c.id) as tags
    from crm_contact c where email like ${like} order by email`)

const mailchimp = `"Email Address","First Name","Last Name","Address","Phone Number","Birthday",MEMBER_RATING,OPTIN_TIME,OPTIN_IP,CONFIRM_TIME,CONFIRM_IP,LATITUDE,LONGITUDE,GMTOFF,DSTOFF,TIMEZONE,CC,REGION,LAST_CHANGED,LEID,EUID,NOTES,TAGS
iris@chimp.test,Iris,Poon,,,,4,"2023-04-01 09:30:00",192.0.2.7,"2023-04-02 10:15:00",192.0.2.7,,,,,,,,"2025-11-20 08:00:00",101,e1a,,"""Tea club"",""VIP"""
jo@chimp.test,Jo,Ma,,,,2,"2024-06-05 11:00:00",192.0.2.8,,,,,,,,,,"2025-11-21 08:00:00",102,e2b,,
`

test('a Mailchimp audience imports contacts with tags, and consents with their dates', async () => {
  await bring('contact', mailchimp, 2)
  expect(await contacts('%@chimp.test')).toMatchObject([
    { first_name: 'Iris', last_name: 'Poon', email: 'iris@chimp.test', tags: ['Tea club', 'VIP'] },
    { email: 'jo@chimp.test', tags: null },
  ])
  await bring('consent', mailchimp, 2)
  const consents = await it.kernel.db.rows(
    sql`select address_norm, state, topic, source, to_char(at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as at from consent where address_norm like '%@chimp.test' order by 1`,
  )
  expect(consents).toEqual([
    { address_norm: 'iris@chimp.test', state: 'subscribed', topic: 'marketing', source: 'Mailchimp', at: '2023-04-02 10:15' },
    { address_norm: 'jo@chimp.test', state: 'subscribed', topic: 'marketing', source: 'Mailchimp', at: '2024-06-05 11:00' },
  ])
})

test('a Mailchimp audience without list ids is recognised too', async () => {
  await bring(
    'contact',
    `First Name,Last Name,Email Address,Status,MEMBER_RATING,OPTIN_TIME,OPTIN_IP,CONFIRM_TIME,CONFIRM_IP,LAST_CHANGED,TAGS
Ken,So,ken@chimp2.test,subscribed,3,2025-01-01 10:00:00,192.0.2.1,2025-01-01 10:05:00,192.0.2.1,2025-03-01 10:00:00,"""Tea club"""
`,
    1,
  )
  expect(await contacts('%@chimp2.test')).toMatchObject([{ first_name: 'Ken', tags: ['Tea club'] }])
})

test('Google contacts import without phone columns, and in the format used until 2024', async () => {
  await bring(
    'contact',
    `First Name,Middle Name,Last Name,Phonetic First Name,Phonetic Middle Name,Phonetic Last Name,Name Prefix,Name Suffix,Nickname,File As,Organization Name,Organization Title,Organization Department,Birthday,Notes,Photo,Labels,E-mail 1 - Label,E-mail 1 - Value
Lily,,Fong,,,,,,,,Fong & Co,Owner,,1988-05-06,,,* myContacts ::: Wholesale,* Work,lily@goo.test
`,
    1,
  )
  await bring(
    'contact',
    `Name,Given Name,Additional Name,Family Name,Yomi Name,Given Name Yomi,Additional Name Yomi,Family Name Yomi,Name Prefix,Name Suffix,Initials,Nickname,Short Name,Maiden Name,Birthday,Gender,Location,Billing Information,Directory Server,Mileage,Occupation,Hobby,Sensitivity,Priority,Subject,Notes,Language,Photo,Group Membership,E-mail 1 - Type,E-mail 1 - Value,Phone 1 - Type,Phone 1 - Value,Organization 1 - Type,Organization 1 - Name,Organization 1 - Yomi Name,Organization 1 - Title
Mona Kwok,Mona,,Kwok,,,,,,,,,,,,,,,,,,,,,,,,,* myContacts ::: Friends,* Home,mona@goo.test,Mobile,+852 6123 4567,,Kwok Ltd,,Buyer
Tea House,,,,,,,,,,,,,,,,,,,,,,,,,,,,,* Work,house@goo.test,,,,,,
`,
    2,
  )
  expect(await contacts('%@goo.test')).toEqual([
    { first_name: 'Tea House', last_name: '', email: 'house@goo.test', phone: null, tags: null },
    { first_name: 'Lily', last_name: 'Fong', email: 'lily@goo.test', phone: null, tags: ['Wholesale'] },
    { first_name: 'Mona', last_name: 'Kwok', email: 'mona@goo.test', phone: '6123 4567', tags: ['Friends'] },
  ])
})

test('Cal.com attendees import as contacts, several per booking, each once', async () => {
  await bring(
    'contact',
    `id,uid,title,createdAt,timeStatus,eventTypeId,eventLength,startTime,endTime,paid,userEmail,userUsername,rating,ratingFeedback,noShowHost,noShowGuests,noShowGuestsCount,attendee1,attendee2
1,u1,Tasting between May and Ann,2026-03-01T01:00:00.000Z,completed,7,60,2026-03-05T01:00:00.000Z,2026-03-05T02:00:00.000Z,false,host@shop.test,may,,,false,,0,Ann Ho (ann@cal.test),Bea Ip (bea@cal.test)
2,u2,Tasting between May and Ann,2026-04-01T01:00:00.000Z,upcoming,7,60,2026-04-05T01:00:00.000Z,2026-04-05T02:00:00.000Z,false,host@shop.test,may,,,false,,0,Ann Ho (ann@cal.test),
`,
    2,
  )
  expect(await contacts('%@cal.test')).toEqual([
    { first_name: 'Ann Ho', last_name: '', email: 'ann@cal.test', phone: null, tags: ['Cal.com'] },
    { first_name: 'Bea Ip', last_name: '', email: 'bea@cal.test', phone: null, tags: ['Cal.com'] },
  ])
})

test('a Cal.com attendee keeps parentheses in the name', async () => {
  await bring(
    'contact',
    `id,uid,title,createdAt,timeStatus,eventTypeId,eventLength,startTime,endTime,paid,userEmail,userUsername,rating,ratingFeedback,noShowHost,noShowGuests,noShowGuestsCount,attendee1,attendee2
3,u3,Tasting,2026-03-01T01:00:00.000Z,completed,7,60,2026-03-05T01:00:00.000Z,2026-03-05T02:00:00.000Z,false,host@shop.test,may,,,false,,0,Kit (Tea House) Wu (kit@brackets.test),
`,
    1,
  )
  expect(await contacts('%@brackets.test')).toEqual([
    { first_name: 'Kit (Tea House) Wu', last_name: '', email: 'kit@brackets.test', phone: null, tags: ['Cal.com'] },
  ])
})

test('pretix attendees import as contacts with their tickets; the buyer is the fallback, and canceled orders are skipped', async () => {
  const answer = await bring(
    'contact',
    `Event slug,Order code,Position ID,Status,Email,Phone number,Order date,Order time,Product,Variation,Price,Tax rate,Tax rule,Tax value,Attendee name,Attendee name: Given name,Attendee name: Family name,Attendee email,Company,Address,ZIP code,City,Country,State,Voucher,Pseudonymization ID,Seat ID,Seat name,Seat zone,Seat row,Seat number,Order comment,Follow-up date,Company,Invoice address name,Address,ZIP code,City,Country,State,VAT ID,Sales channel,Order locale,E-mail address verified,Payment providers
fair,A1B2C,1,paid,buyer@pre.test,+85291234567,2026-02-01,10:00:00,Day ticket,,100.00,0.00,,0.00,Cora Li,Cora,Li,cora@pre.test,,,,,,,,PSEUDO1,,,,,,,,,,,,,,,,web,en,Yes,Stripe
fair,A1B2C,2,paid,buyer@pre.test,+85291234567,2026-02-01,10:00:00,Workshop,,50.00,0.00,,0.00,Cora Li,Cora,Li,cora@pre.test,,,,,,,,PSEUDO2,,,,,,,,,,,,,,,,web,en,Yes,Stripe
fair,A1B2C,3,paid,buyer@pre.test,+85291234567,2026-02-01,10:00:00,Mug,,20.00,0.00,,0.00,,,,,,,,,,,,PSEUDO3,,,,,,,,,,,,,,,,web,en,Yes,Stripe
fair,D3E4F,1,canceled,gone@pre.test,,2026-02-02,10:00:00,Day ticket,,100.00,0.00,,0.00,Dan Mo,Dan,Mo,dan@pre.test,,,,,,,,PSEUDO4,,,,,,,,,,,,,,,,web,en,Yes,
`,
    2,
  )
  expect(answer.lines).toEqual({ read: 4, left_out: 1 })
  expect(await contacts('%@pre.test')).toEqual([
    { first_name: '', last_name: '', email: 'buyer@pre.test', phone: '91234567', tags: ['Mug'] },
    { first_name: 'Cora', last_name: 'Li', email: 'cora@pre.test', phone: null, tags: ['Day ticket', 'Workshop'] },
  ])
})

test('orders of the WooCommerce REST API import as history, whatever their unit prices', async () => {
  const order = (id: number, more: object) => ({
    id,
    parent_id: 0,
    number: String(id),
    status: 'completed',
    currency: 'HKD',
    date_created: '2026-03-22T16:28:02',
    date_created_gmt: '2026-03-22T08:28:02',
    discount_total: '10.00',
    shipping_total: '25.00',
    total_tax: '0.00',
    total: '125.00',
    prices_include_tax: false,
    customer_note: 'Ring twice',
    billing: {
      first_name: 'Eve',
      last_name: 'Yu',
      address_1: '8 Queen Street',
      city: 'Central',
      state: '',
      postcode: '',
      country: 'HK',
      email: 'eve@woo.test',
      phone: '91112222',
    },
    shipping: { first_name: 'Eve', last_name: 'Yu', address_1: '8 Queen Street', city: 'Central', state: '', postcode: '', country: 'HK' },
    payment_method: 'bacs',
    payment_method_title: 'Bank transfer',
    line_items: [
      { id: 1, name: 'Cup', product_id: 9, quantity: 3, subtotal: '110.00', total: '100.00', price: 33.333333333333336, sku: 'CUP' },
    ],
    shipping_lines: [{ id: 2, method_title: 'Flat rate', total: '25.00' }],
    coupon_lines: [{ id: 3, code: 'spring', discount: '10' }],
    refunds: [],
    ...more,
  })
  const two = [
    { id: 4, name: 'Tin', quantity: 1, subtotal: '60.00', total: '60.00', price: 60, sku: 'TIN' },
    { id: 5, name: 'Lid', quantity: 2, subtotal: '40.00', total: '40.00', price: 20, sku: '' },
  ]
  const orders = [
    order(501, {}),
    order(502, { status: 'refunded', line_items: two, coupon_lines: [], refunds: [{ id: 9, reason: '', total: '-125.00' }] }),
    order(503, { status: 'pending', line_items: two.slice(0, 1), shipping_total: '0.00', total: '60.00' }),
  ]
  await bring('order_import', JSON.stringify(orders), 3)
  const rows = await it.kernel.db
    .rows(sql`select order_number, status, total_minor::int as total, paid_minor::int as paid, refunded_minor::int as refunded, email,
    to_char(placed_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as at, (select array_agg(l.name || ' ' || l.quantity order by l.id) from order_line l where l.order_id = o.id) as lines
    from sales_order o where imported_from = 'WooCommerce' order by order_number`)
  expect(rows).toEqual([
    {
      order_number: 'WOOCOMMERCE-501',
      status: 'completed',
      total: 12_500,
      paid: 12_500,
      refunded: 0,
      email: 'eve@woo.test',
      at: '2026-03-22 08:28',
      lines: ['Cup 3', 'Adjustment 1'],
    },
    {
      order_number: 'WOOCOMMERCE-502',
      status: 'refunded',
      total: 12_500,
      paid: 12_500,
      refunded: 12_500,
      email: 'eve@woo.test',
      at: '2026-03-22 08:28',
      lines: ['Tin 1', 'Lid 2'],
    },
    {
      order_number: 'WOOCOMMERCE-503',
      status: 'canceled',
      total: 6_000,
      paid: 0,
      refunded: 0,
      email: 'eve@woo.test',
      at: '2026-03-22 08:28',
      lines: ['Tin 1'],
    },
  ])
})

test('simple products of the WooCommerce REST API import; variable ones are skipped', async () => {
  const product = (id: number, more: object) => ({
    id,
    name: 'Cup',
    slug: 'cup',
    type: 'simple',
    status: 'publish',
    featured: true,
    description: '<p>A cup</p>',
    sku: 'W-CUP',
    price: '40.00',
    regular_price: '50.00',
    sale_price: '40.00',
    manage_stock: true,
    stock_quantity: 7,
    stock_status: 'instock',
    weight: '0.35',
    categories: [
      { id: 1, name: 'Kitchen', slug: 'kitchen' },
      { id: 2, name: 'Gifts', slug: 'gifts' },
    ],
    tags: [{ id: 5, name: 'tea', slug: 'tea' }],
    images: [],
    attributes: [],
    variations: [],
    ...more,
  })
  const answer = await bring(
    'product',
    JSON.stringify([
      product(11, {}),
      product(12, {
        name: 'Pot',
        slug: 'pot',
        sku: '',
        status: 'draft',
        featured: false,
        sale_price: '',
        manage_stock: false,
        stock_quantity: null,
        tags: [],
      }),
      product(13, { name: 'Tee', slug: 'tee', type: 'variable', sku: 'W-TEE', variations: [21, 22] }),
    ]),
    2,
  )
  expect(answer.lines.left_out).toBeGreaterThan(0)
  const rows = await it.kernel.db
    .rows(sql`select p.sku, p.url, p.visibled, p.is_featured, p.tags, s.sku as stock, s.price_minor::int as price, s.special_price_minor::int as special,
    s.weight_g, (select sum(quantity)::int from inventory i where i.stock_id = s.id) as quantity,
    (select array_agg(c.title->>'en-US' order by c.title->>'en-US') from product_category pc join category c on c.id = pc.category_id where pc.product_id = p.id) as categories
    from product p join stock s on s.product_id = p.id order by p.id`)
  expect(rows).toEqual([
    {
      sku: 'W-CUP',
      url: 'cup',
      visibled: true,
      is_featured: true,
      tags: ['tea'],
      stock: 'W-CUP',
      price: 5_000,
      special: 4_000,
      weight_g: 350,
      quantity: 7,
      categories: ['Gifts', 'Kitchen'],
    },
    {
      sku: '12',
      url: 'pot',
      visibled: false,
      is_featured: false,
      tags: [],
      stock: '12',
      price: 5_000,
      special: null,
      weight_g: 350,
      quantity: null,
      categories: ['Gifts', 'Kitchen'],
    },
  ])
})
