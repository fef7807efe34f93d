import { expect, test } from 'vitest'
import { suite } from 'stoa/testing'
import { importRecords } from 'stoa/plugins/sheets'
import { sql } from '../../../core/db/sql.ts'
import { buyerAudience } from '../services/audience.ts'
import { pastShopifyOrders, shopifyOrders } from './foreign-orders.ts'

const shop = suite(['sales', 'inventory', 'loyalty', 'fulfilment', 'returns', 'sheets'])

const put = (csv: string, o: { dryRun?: boolean } = {}, actorCtx = shop.it.ctx) =>
  importRecords(actorCtx, 'order_import', { name: 'orders.csv', bytes: Buffer.from(csv) }, { speak: 'en-US', chunk: 200, ...o })
const orders = () =>
  shop.it.kernel.db
    .rows(sql`select order_number, imported_from as "from", imported_number as number, status, payment_status, fulfilment_status, email, currency,
    subtotal_minor::int as subtotal, discount_minor::int as discount, shipping_minor::int as shipping, total_minor::int as total, paid_minor::int as paid,
    refunded_minor::int as refunded, person_id is not null as person, customer_id is not null as customer from sales_order where source = 'import' order by imported_number`)
const lines = (number: string) =>
  shop.it.kernel.db
    .rows(sql`select l.sku, l.name, l.quantity, l.unit_minor::int as unit, l.discount_minor::int as off, l.total_minor::int as total, l.stock_id is not null as found
    from order_line l join sales_order o on o.id = l.order_id where o.imported_number = ${number} order by l.id`)
const count = async (table: string): Promise<number> =>
  Number((await shop.it.kernel.db.pool.query<{ n: string }>(`select count(*) as n from ${table}`)).rows[0]?.n)
const violations = async () => {
  const found: string[] = []
  for (const plugin of shop.it.kernel.registry.plugins)
    for (const [rule, check] of Object.entries(plugin.checks ?? {}))
      for (const row of await check(shop.it.kernel)) found.push(`${rule}: ${row}`)
  return found
}

test('a Shopify order export imports as history with several lines per order, and repeating it changes nothing', async () => {
  await shop.owner.post('/api/admin/product', {
    name: 'Oolong',
    sku: 'OOLONG',
    url: 'oolong',
    stocks: [{ sku: 'OOLONG-100', price: '80.00' }],
  })
  const before = {
    mail: await count('mail'),
    reservation: await count('reservation'),
    payment: await count('payment'),
    consent: await count('consent'),
    customer: await count('customer'),
  }
  const rehearsed = await put(shopifyOrders, { dryRun: true })
  expect(rehearsed.errors).toEqual([])
  expect(rehearsed.summary).toEqual({ create: 3, change: 0, unchanged: 0, error: 0 })
  expect(await orders()).toEqual([])

  const answer = await put(shopifyOrders)
  expect(answer.errors).toEqual([])
  expect(answer.warnings).toEqual([
    expect.objectContaining({
      column: 'Total',
      value: '55.00',
      warning: expect.stringContaining('5.00 is saved as an adjustment') as string,
    }),
  ])
  expect(await orders()).toEqual([
    {
      order_number: 'SHOPIFY-1001',
      from: 'Shopify',
      number: '#1001',
      status: 'completed',
      payment_status: 'paid',
      fulfilment_status: 'received',
      email: 'ada@example.org',
      currency: 'HKD',
      subtotal: 21000,
      discount: 2000,
      shipping: 3000,
      total: 22000,
      paid: 22000,
      refunded: 0,
      person: true,
      customer: false,
    },
    {
      order_number: 'SHOPIFY-1002',
      from: 'Shopify',
      number: '#1002',
      status: 'refunded',
      payment_status: 'refunded',
      fulfilment_status: 'received',
      email: 'ada@example.org',
      currency: 'HKD',
      subtotal: 5500,
      discount: 0,
      shipping: 0,
      total: 5500,
      paid: 5500,
      refunded: 5500,
      person: true,
      customer: false,
    },
    {
      order_number: 'SHOPIFY-1003',
      from: 'Shopify',
      number: '#1003',
      status: 'canceled',
      payment_status: 'canceled',
      fulfilment_status: 'canceled',
      email: '',
      currency: 'HKD',
      subtotal: 1080,
      discount: 0,
      shipping: 0,
      total: 1080,
      paid: 0,
      refunded: 0,
      person: false,
      customer: false,
    },
  ])
  expect(await lines('#1001')).toEqual([
    { sku: 'OOLONG-100', name: 'Oolong', quantity: 2, unit: 8000, off: 1524, total: 14476, found: true },
    { sku: 'GONE-1', name: 'Teapot - Blue', quantity: 1, unit: 5000, off: 476, total: 4524, found: false },
  ])
  expect(await lines('#1002')).toMatchObject([
    { name: 'Teapot - Blue', total: 5000 },
    { name: 'Adjustment', total: 500 },
  ])
  expect(await lines('#1003')).toMatchObject([
    { name: 'Cup', total: 1000 },
    { name: 'Tax', total: 80 },
  ])

  await shop.it.jobs()
  expect({
    mail: await count('mail'),
    reservation: await count('reservation'),
    payment: await count('payment'),
    consent: await count('consent'),
    customer: await count('customer'),
  }).toEqual(before)
  expect(await violations()).toEqual([])
  expect((await put(shopifyOrders)).summary).toEqual({ create: 0, change: 0, unchanged: 3, error: 0 })
})

test('changed orders are updated, an invalid row is reported, and the others are imported', async () => {
  const [head, ...rest] = shopifyOrders.trimEnd().split('\n')
  const changed = rest.map((line) => line.replace('#1003,,pending', '#1003,,paid').replace('2024-03-05 14:22:10 +0800', 'some day'))
  const answer = await put([head, ...changed, ''].join('\n'))
  expect(answer.errors).toEqual([expect.objectContaining({ row: 2, column: 'Created at', value: 'some day' })])
  expect(answer.summary).toEqual({ create: 0, change: 1, unchanged: 1, error: 1 })
  expect((await orders())[2]).toMatchObject({ number: '#1003', status: 'completed', paid: 1080 })
})

test('an imported order is found by its original number, and has no actions', async () => {
  const found = (await shop.owner.get('/api/admin/order?q=%231001')).body
  expect(found.data).toMatchObject([{ order_number: 'SHOPIFY-1001', imported_from: 'Shopify' }])
  const id = Number(found.data[0].id)
  expect((await shop.owner.get(`/api/admin/order/${id}/view`)).body.order).toMatchObject({
    imported_from: 'Shopify',
    imported_number: '#1001',
  })
  const line = Number((await shop.owner.get(`/api/admin/order/${id}/view`)).body.order.lines[0].id)
  for (const [path, body] of [
    ['flag', { reason: 'x' }],
    ['assign', { assigned_to: null }],
    ['refund', { lines: [{ order_line_id: line, quantity: 1 }], reason: 'x' }],
    ['shipment', { lines: [{ order_line_id: line, quantity: 1 }] }],
    ['return', { lines: [{ order_line_id: line, quantity: 1 }], reason: 'x' }],
    ['payment', { amount: '1.00', reference: 'cash', method: 'cash' }],
    ['pay_link', {}],
  ] as const) {
    const answer = await shop.owner.post(`/api/admin/order/${id}/${path}`, body)
    expect([path, answer.status, JSON.stringify(answer.body)]).toEqual([path, 409, expect.stringContaining('imported from Shopify')])
  }
  expect((await shop.owner.get(`/api/admin/order/${id}/pdf`)).status).toBe(409)
})

test('buying in the other shop is no consent: its buyers are not in the recent audience', async () => {
  const recent = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  await put(`imported_from,imported_number,placed_at,email,total,item,price\nOld shop,6,${recent},new@example.org,10.00,Tea,10.00\n`)
  const found = await shop.it.kernel.db.rows(
    sql`select * from (${buyerAudience.recentBuyersSql?.('email') ?? sql``}) b where b.address_norm = 'new@example.org'`,
  )
  expect(found).toEqual([])
})

test('order imports require their permission, for reading too', async () => {
  const clerk = await shop.it.staff(['get order', 'create order', 'update order'])
  expect((await clerk.post('/api/admin/order_import/import', {})).status).toBe(403)
  expect((await clerk.get('/api/admin/order_import')).status).toBe(403)
})

test('imported orders of an account count for its tier; they earn points only when requested', async () => {
  const tier = await shop.owner.post('/api/admin/membership', { title: 'Gold', level: 2, threshold_kind: 'spend', threshold: '100.00' })
  expect(tier.status).toBe(201)
  await shop.it.kernel.resources.create(shop.it.ctx, 'customer', { email: 'ada@example.org', first_name: 'Ada', last_name: 'Lee' })
  const csvPrefix = `imported_from,imported_number,placed_at,email,total,item,price,earn_points\nOld shop,7,2024-05-01,ada@example.org,300.00,Tea,300.00,`
  await put(`${csvPrefix}0\n`)
  await shop.it.jobs()
  const row = await shop.it.kernel.db
    .one(sql`select c.id, c.ext->'sales'->>'order_count' as orders, m.title->>'en-US' as tier, coalesce(a.balance, 0)::int as points
    from customer c left join loyalty_member x on x.person_id = c.person_id left join membership m on m.id = x.membership_id
    left join points_account a on a.person_id = c.person_id where c.email = 'ada@example.org'`)
  expect(row).toMatchObject({ tier: 'Gold', points: 0, orders: '1' })
  await put(`${csvPrefix}1\n`)
  await shop.it.jobs()
  expect(
    await shop.it.kernel.db.one(
      sql`select a.balance > 0 as some from points_account a join customer c on c.person_id = a.person_id where c.email = 'ada@example.org'`,
    ),
  ).toEqual({ some: true })
})

test('a stranger who registers with the email address sees no orders until it is verified', async () => {
  await put(`imported_from,imported_number,placed_at,email,total,item,price\nOld shop,8,2024-05-01,eve@example.org,300.00,Tea,300.00\n`)
  const { rows } = await shop.it.kernel.db.pool.query<{ id: number; person_id: number }>(
    `insert into customer (email, first_name, last_name, password_hash, person_id) select 'eve@example.org', 'E', 'V', 'x', id from person where email = 'eve@example.org' returning id, person_id`,
  )
  await put(`imported_from,imported_number,placed_at,email,total,item,price\nOld shop,9,2024-05-02,eve@example.org,300.00,Tea,300.00\n`)
  const linked = () => shop.it.kernel.db.rows(sql`select order_number from sales_order where customer_id = ${rows[0]?.id ?? 0} order by 1`)
  expect(await linked()).toEqual([])
  await shop.it.kernel.db.pool.query(`update customer set email_verified_at = now() where email = 'eve@example.org'`)
  await shop.it.kernel.transaction(async (tx) =>
    tx.emit('person.email_proven', { personId: Number(rows[0]?.person_id), email: 'eve@example.org' }),
  )
  await shop.it.jobs()
  expect(await linked()).toEqual([{ order_number: 'OLDSHOP-8' }, { order_number: 'OLDSHOP-9' }])
})

test('an order with an excessive amount or invalid currency is rejected by cell, and no other with it', async () => {
  const header = 'imported_from,imported_number,placed_at,currency,exchange_rate,total,item,quantity,price'
  const rows = [
    'Odd shop,1,2024-05-01,HKD,1,1.00,Tea,999999,90071992547.00',
    'Odd shop,2,2024-05-01,H K,1,1.00,Tea,1,1.00',
    'Odd shop,3,2024-05-01,$$$,1,1.00,Tea,1,1.00',
    'Odd shop,4,2024-05-01,hkd,,1.00,Tea,1,1.00',
    'Odd shop,5,2024-05-01,KWD,0.04,1.00,Tea,1,1.00',
    'Odd shop,6,2024-05-01,JPY,19,1.50,Tea,1,1.50',
    'Odd shop,7,2024-05-01,HKD,0.00000001,900000000.00,Tea,1,1.00',
  ]
  const answer = await put([header, ...rows].join('\n'))
  expect(answer.errors.map(({ row, column, error }) => [row, column, error])).toEqual([
    [2, 'price', 'Quantity × unit price exceeds the maximum order total.'],
    [3, 'currency', '"H K" is not a currency code of three letters, such as HKD.'],
    [4, 'currency', '"$$$" is not a currency code of three letters, such as HKD.'],
    [6, 'currency', 'KWD has more than two decimals and is not supported.'],
    [7, 'total', 'JPY has no decimals. Enter a whole amount.'],
    [7, 'price', 'JPY has no decimals. Enter a whole amount.'],
    [8, 'total', 'An order total can be at most 999,999,999,999.99, also in the base currency.'],
  ])
  expect(answer.summary).toMatchObject({ create: 1, error: 6 })
  expect(await violations()).toEqual([])
})

test('a discount of an order in yen is split over its lines in whole yen', async () => {
  const header = 'imported_from,imported_number,placed_at,currency,exchange_rate,discount,total,item,quantity,price'
  const line = (item: string, price: number) => `Yen shop,1,2024-05-01,JPY,19,100,2233,${item},1,${price}`
  expect((await put([header, line('Tea', 777), line('Cup', 777), line('Pot', 779)].join('\n'))).errors).toEqual([])
  const rows = await shop.it.kernel.db.rows<{ off: number }>(sql`
    select l.discount_minor as off from order_line l join sales_order o on o.id = l.order_id where o.currency = 'JPY' order by l.id`)
  expect(rows.map(({ off }) => off)).toEqual([3300, 3300, 3400])
})

test('two original numbers that map to one order number are rejected by column', async () => {
  const header = 'imported_from,imported_number,placed_at,total'
  const answer = await put([header, 'Twin shop,#1,2024-05-01,1.00', 'Twin shop,(1),2024-05-01,1.00'].join('\n'))
  expect(answer.errors).toEqual([
    expect.objectContaining({ row: 3, column: 'imported_number', error: 'Please make sure that Original order number field is unique' }),
  ])
})

test('five thousand orders import in chunks without changing stock or sending email', async () => {
  const before = { mail: await count('mail'), movement: await count('inventory_movement') }
  const answer = await put(pastShopifyOrders(5_000))
  expect(answer.errors).toEqual([])
  expect(answer.summary.create).toBe(5_000)
  await shop.it.jobs()
  expect({ mail: await count('mail'), movement: await count('inventory_movement') }).toEqual(before)
  expect(await violations()).toEqual([])
}, 240_000)

test('an imported order offers neither returns nor refunds', async () => {
  const row = await shop.it.kernel.db.one<{ id: number }>(sql`select id from sales_order where imported_number = '#1001'`)
  const { body } = await shop.owner.get(`/api/admin/order/${row?.id}/view`)
  expect(body.left).toEqual({ amount: '0.00', shipping: '0.00' })
  expect(body.lines.map((line: { returnable: number }) => line.returnable)).toEqual(body.lines.map(() => 0))
  const { resources } = (await shop.owner.get('/api/admin/manifest')).body
  expect(resources.order).toMatchObject({ history: 'imported_from' })
})
