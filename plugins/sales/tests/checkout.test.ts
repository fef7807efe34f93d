import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { type Client, type TestApp, testApp } from '../../../tests/support/app.ts'
import { requiredGuestFields, sellFreely } from '../../../tests/support/selling-shop.ts'

let it: TestApp
let owner: Client
let warehouse: number
beforeAll(async () => {
  it = await testApp(['sales', 'inventory'])
  await sellFreely(it)
  owner = await it.staff('owner')
  warehouse = (await owner.post('/api/admin/warehouse', { code: 'main', name: 'Main' })).body.id
  await owner.post('/api/admin/payment_method', { code: 'bank', title: 'Bank transfer', instructions: '<p>Pay to 123</p>' })
  await owner.post('/api/admin/shipping_method', { code: 'courier', title: 'Courier', price: '40.00', free_from: '500.00' })
})
afterAll(() => it.close())

let n = 0
async function createStock(quantity: number, price = '100.00'): Promise<number> {
  const sku = `S${++n}`
  const made = await owner.post('/api/admin/product', {
    name: `Tea ${n}`,
    sku,
    url: sku,
    stocks: [{ price, inventories: [{ warehouse_id: warehouse, quantity }] }],
  })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  return made.body.stocks[0].id
}

const cartWith = async (stock: number, quantity = 1) =>
  (await it.guest.post('/api/cart/item', { stock_id: stock, quantity })).body.cart_id as string
const guest = { email: 'may@shop.test', first_name: 'May', last_name: 'Chan' }
const address = { first_name: 'May', last_name: 'Chan', country: 'HKG', contact_number: '2540 0000', address: '18 Wing Lok Street' }
const body = (cart_id: string, more: object = {}) => ({
  cart_id,
  guest,
  shipping_address: address,
  shipping_method: 'courier',
  payment_method: 'bank',
  ...more,
})

test('a guest checkout reserves the stock, starts the payment and sends an email', async () => {
  const stock = await createStock(5)
  const cart = await cartWith(stock, 2)
  const preview = await it.guest.post('/api/checkout/preview', body(cart))
  expect(preview.body, JSON.stringify(preview.body)).toMatchObject({
    subtotal: '200.00',
    shipping: '40.00',
    total: '240.00',
    needs_shipping: true,
  })
  const checkoutResponse = await it.guest.post('/api/checkout', body(cart))
  expect(checkoutResponse.status, JSON.stringify(checkoutResponse.body)).toBe(201)
  expect(checkoutResponse.body).toMatchObject({
    order: { status: 'pending', total: '240.00' },
    payment: { method: 'bank', action: { type: 'instructions', html: '<p>Pay to 123</p>' } },
  })
  expect(checkoutResponse.body.order_number).toMatch(/^SO\d{11,}$/)
  const product = await it.guest.post('/api/product', { url: `S${n}` })
  expect(product.body.stocks[0].all_available_inventories).toBe(3)
  await it.jobs()
  const mails = await owner.get('/api/admin/mail')
  expect(mails.body.data[0]).toMatchObject({
    recipient: 'may@shop.test',
    subject: `We have received your order ${checkoutResponse.body.order_number}`,
  })
  const mail = (await owner.get(`/api/admin/mail/${mails.body.data[0].id}`)).body
  expect(mail.text_body).toContain(`Tea ${n} × 2`)
  expect(mail.text_body).toContain('Pay to 123')
})

test('an order goes from paid to completed only by allowed transitions', async () => {
  const checkoutResponse = await it.guest.post('/api/checkout', body(await cartWith(await createStock(3))))
  const { body: list } = await owner.get(`/api/admin/order?q=${checkoutResponse.body.order_number}`)
  const { id } = list.data[0]
  const early = await owner.post(`/api/admin/order/${id}/complete`)
  expect(early.status).toBe(409)
  expect(early.body.messages).toEqual({ status: ['The status cannot change from "Pending" to "Completed".'] })
  for (const [move, status] of [
    ['pay', 'paid'],
    ['process', 'processing'],
    ['ship', 'shipped'],
    ['complete', 'completed'],
  ]) {
    const moved = await owner.post(`/api/admin/order/${id}/${move}`, {})
    expect(moved.body.status, JSON.stringify(moved.body)).toBe(status)
  }
  const { body: timeline } = await owner.get(`/api/admin/order/${id}/timeline`)
  expect(timeline.data.map((e: any) => e.to_status)).toEqual(['pending', 'paid', 'processing', 'shipped', 'completed'])
  const { body: order } = await owner.get(`/api/admin/order/${id}`)
  expect(order).toMatchObject({ paid: '140.00', total: '140.00' })
  await it.jobs()
})

test('canceling an order releases its stock', async () => {
  const stock = await createStock(1)
  const checkoutResponse = await it.guest.post('/api/checkout', body(await cartWith(stock)))
  const { body: list } = await owner.get(`/api/admin/order?q=${checkoutResponse.body.order_number}`)
  const canceled = await owner.post(`/api/admin/order/${list.data[0].id}/cancel`, { reason: 'Changed their mind' })
  expect(canceled.body.status).toBe('canceled')
  expect((await it.guest.post('/api/cart/item', { stock_id: stock, quantity: 1 })).status).toBe(200)
})

test('one idempotency key places one order, however often it is sent', async () => {
  const cart = await cartWith(await createStock(10))
  const headers = { 'idempotency-key': 'attempt-0001' }
  const answers = await Promise.all(Array.from({ length: 8 }, () => it.guest.post('/api/checkout', body(cart), headers)))
  expect(
    answers.map((a) => a.status),
    JSON.stringify(answers.map((a) => a.body)),
  ).toEqual(Array.from({ length: 8 }, () => 201))
  expect(new Set(answers.map((a) => a.body.order_number)).size).toBe(1)
  const other = await it.guest.post('/api/checkout', body(cart, { customer_note: 'other' }), headers)
  expect(other.body.code).toBe('KEY_REUSED')
})

test('a cart is ordered once even without an idempotency key', async () => {
  const stock = await createStock(10)
  const cart = await cartWith(stock)
  const answers = await Promise.all(Array.from({ length: 6 }, () => it.guest.post('/api/checkout', body(cart))))
  expect(answers.map((a) => a.status)).toEqual(Array.from({ length: 6 }, () => 201))
  expect(new Set(answers.map((a) => a.body.order_number)).size).toBe(1)
  expect((await it.guest.post('/api/product', { url: `S${n}` })).body.stocks[0].all_available_inventories).toBe(9)
})

test('of twenty concurrent checkouts for the last ten units exactly ten succeed', async () => {
  const stock = await createStock(10)
  const carts = await Promise.all(Array.from({ length: 20 }, () => cartWith(stock)))
  const answers = await Promise.all(carts.map((cart) => it.guest.post('/api/checkout', body(cart))))
  expect(answers.filter((a) => a.status === 201)).toHaveLength(10)
  expect(answers.filter((a) => a.status !== 201).every((a) => ['OUT_OF_STOCK', 'CART_CHANGED'].includes(a.body.code))).toBe(true)
})

test('price, total and status cannot be set by the client', async () => {
  const checkoutResponse = await it.guest.post(
    '/api/checkout',
    body(await cartWith(await createStock(1)), { total: '1.00', price: '1.00', status: 'paid', currency: 'HKD' }),
  )
  expect(checkoutResponse.body.order).toMatchObject({ total: '140.00', status: 'pending' })
  expect((await it.guest.post('/api/checkout', body(await cartWith(await createStock(1)), { currency: 'XXX' }))).body.messages).toEqual({
    currency: ['Please choose one of the available options.'],
  })
})

test('an order in another currency keeps the exchange rate and adds up in that currency', async () => {
  const checkoutResponse = await it.guest.post('/api/checkout', body(await cartWith(await createStock(5, '99.90'), 3), { currency: 'USD' }))
  // 99.90 × 0.128 = 12.7872 → 12.79; × 3 = 38.37; shipping 40 × 0.128 = 5.12
  expect(checkoutResponse.body.order).toMatchObject({ total: '43.49', currency: 'USD' })
})

test('all missing fields of all sections are reported at once', async () => {
  const refused = await it.guest.post('/api/checkout', {
    ...body(await cartWith(await createStock(1))),
    guest: { email: 'nobody' },
    shipping_address: {},
  })
  expect(refused.status).toBe(422)
  expect(Object.keys(refused.body.messages).sort()).toEqual(requiredGuestFields)
})

test('an order number alone reveals the status but no amounts; the token and its customer get amounts too', async () => {
  const checkoutResponse = await it.guest.post('/api/checkout', body(await cartWith(await createStock(1))))
  const number = checkoutResponse.body.order_number
  const result = async (query = '', as = it.guest) => (await as.get(`/api/order/result?order=${number}${query}`)).body
  expect(await result()).toMatchObject({ order_number: number, status: 'pending', total: null, due: null })
  expect(await result('&token=wrong')).toMatchObject({ total: null, due: null })
  const { total } = checkoutResponse.body.order
  expect(await result(`&token=${checkoutResponse.body.access_token}`)).toMatchObject({ total, due: total })
  const { body: otherOrder } = await it.guest.post('/api/checkout', body(await cartWith(await createStock(1))))
  expect(await result(`&token=${otherOrder.access_token}`)).toMatchObject({ total: null, due: null })
})

test('the result page shows number and status alone; the rest needs the token', async () => {
  const checkoutResponse = await it.guest.post('/api/checkout', body(await cartWith(await createStock(1))))
  const number = checkoutResponse.body.order_number
  const open = await it.guest.get(`/api/order/result?order=${number}`)
  expect(Object.keys(open.body).sort()).toEqual(['currency', 'due', 'order_number', 'payment', 'status', 'status_label', 'total'])
  expect((await it.guest.get(`/api/order/${number}`)).status).toBe(404)
  expect((await it.guest.get(`/api/order/${number}?token=wrong`)).status).toBe(404)
  expect((await it.guest.get(`/api/order/${number}?token=${checkoutResponse.body.access_token}`)).body).toMatchObject({
    email: 'may@shop.test',
    lines: [{ quantity: 1 }],
  })
})

test('cart errors use the texts of the specification', async () => {
  const stock = await createStock(2)
  const say = async (b: object) => (await it.guest.post('/api/cart/item', b)).body.messages
  for (const quantity of [0, 99_999])
    expect(await say({ stock_id: stock, quantity })).toEqual({
      quantity: ['Enter a whole number between 1 and 9999.'],
    })
  expect(await say({ quantity: 1 })).toEqual({ stock_id: ['Please select an option first.'] })
  expect(await say({ stock_id: stock, quantity: 3 })).toEqual({ quantity: ['Only 2 can be bought.'] })
})

test('an unpaid order is canceled when its hold expires', async () => {
  const stock = await createStock(1)
  const checkoutResponse = await it.guest.post('/api/checkout', body(await cartWith(stock)))
  await it.kernel.db.pool.query(
    `update sales_order set hold_expires_at = now() - interval '1 minute' where order_number = '${checkoutResponse.body.order_number}'`,
  )
  await it.clock('sales/expire')
  expect((await it.guest.get(`/api/order/result?order=${checkoutResponse.body.order_number}`)).body.status).toBe('canceled')
})

test('an order placed with the address of another person sends them no text of the buyer', async () => {
  const words = 'You won! See http://evil.example/prize'
  const guest = { email: 'victim@shop.test', first_name: words, last_name: words }
  const { order_number, access_token } = (await it.guest.post('/api/checkout', body(await cartWith(await createStock(1)), { guest }))).body
  await it.jobs()
  expect((await it.guest.post(`/api/order/${order_number}/cancel`, { token: access_token, reason: words })).status).toBe(200)
  await it.jobs()
  const mails = await it.kernel.db.rows<{ text: string }>(
    sql`select subject || text_body || html_body as text from mail where recipient = 'victim@shop.test' order by id`,
  )
  expect(mails).toHaveLength(2)
  for (const { text } of mails) expect(text).not.toContain('evil.example')
  expect(mails[1]?.text).toContain('Canceled by the customer')
})

test('all invariant checks pass after the tests above', async () => {
  for (const plugin of it.kernel.registry.plugins) {
    for (const [name, check] of Object.entries(plugin.checks ?? {})) expect(await check(it.kernel), name).toEqual([])
  }
})
