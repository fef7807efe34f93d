import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql, systemCtx } from 'stoa'
import { ORDERS } from '../../../plugins/sales/index.ts'
import { updateSoldCounts } from '../../../plugins/sales/services/sold-counts.ts'
import { address, fine, openShop, type Shop } from '../../support/selling-shop.ts'
import { projectRoot } from '../../../core/root.ts'
import { type Client, testApp } from '../../support/app.ts'
import { extractPdfText } from '../../support/pdf.ts'
import { boxOffice, tables } from './box-office.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ extra: [boxOffice], tables })
})
afterAll(() => shop.it.close())

const db = () => shop.it.kernel.db
const queryNumber = async (query: ReturnType<typeof sql>) => (await db().one<{ n: number }>(query))?.n
const createShow = async (seats: number, price = 20_000) =>
  (
    await db().one<{ id: number }>(
      sql`insert into show (title, price_minor, seats) values ('Evening show', ${price}, ${seats}) returning id`,
    )
  )?.id ?? 0
const getHeldSeats = (show: number) => queryNumber(sql`select held as n from show where id = ${show}`)

let n = 0
const createCoupon = async (percent: number, uses: number) => {
  const code = `OFF${++n}`
  await db().run(sql`insert into ticket_coupon (code, percent, uses) values (${code}, ${percent}, ${uses})`)
  return { code, left: () => queryNumber(sql`select uses as n from ticket_coupon where code = ${code}`) }
}

/** Registers a customer with a balance of points. */
async function member(balance: number) {
  const email = `member${++n}@shop.test`
  const made = fine(
    await shop.owner.post('/api/admin/customer', { email, first_name: 'A', last_name: 'B', password: 'a long password' }),
  ).body
  const { token } = fine(await shop.it.guest.post('/api/login', { email, password: 'a long password' })).body
  await db().run(sql`insert into point_account (customer_id, balance) values (${made.id}, ${balance})`)
  return { client: shop.it.as(token), left: () => queryNumber(sql`select balance as n from point_account where customer_id = ${made.id}`) }
}

async function createCart(
  client: Client,
  things: { stock_id?: number; kind?: string; subject_id?: number; quantity: number }[],
  choices: object = {},
) {
  let cart_id: string | undefined
  for (const thing of things) cart_id = fine(await client.post('/api/cart/item', { cart_id, ...thing })).body.cart_id
  return fine(await client.put('/api/cart/choice', { cart_id, choices })).body
}

const guest = { email: 'may@shop.test', first_name: 'May', last_name: 'Chan' }
const checkoutInput = { shipping_address: address, shipping_method: 'courier', payment_method: 'bank' }
const place = async (client: Client, cart_id: string, more: object = {}) => {
  const placedOrder = fine(await client.post('/api/checkout', { cart_id, ...checkoutInput, ...more })).body
  await shop.it.jobs()
  const list = await shop.owner.get(`/api/admin/order?q=${placedOrder.order_number}`)
  return {
    id: Number(list.body.data[0].id),
    number: String(placedOrder.order_number),
    total: placedOrder.order.total,
    token: placedOrder.access_token,
  }
}

test('a seat and a product share a cart, a coupon and points discount them, and one order contains all of it', async () => {
  const [stock, show, coupon, may] = [await shop.stock(5), await createShow(3), await createCoupon(10, 1), await member(5_000)]
  const cart = await createCart(
    may.client,
    [
      { stock_id: stock, quantity: 1 },
      { kind: 'seat', subject_id: show, quantity: 2 },
    ],
    { coupon: { code: coupon.code }, points: { spend: 3_000 } },
  )
  expect(cart).toMatchObject({ subtotal: '500.00', discount: '80.00', total: '420.00' })
  expect(cart.adjustments.map((a: { label: string; amount: string }) => [a.label, a.amount])).toEqual([
    ['10 % off', '50.00'],
    ['3000 points', '30.00'],
  ])
  expect(cart.items[1]).toMatchObject({ kind: 'seat', subject_id: show, stock_id: null, link: `/show/${show}`, available_inventories: 3 })
  const preview = fine(await may.client.post('/api/checkout/preview', { cart_id: cart.cart_id, ...checkoutInput })).body
  expect(preview).toMatchObject({ needs_shipping: true, discount: '80.00', total: '460.00' })

  const placedOrder = await place(may.client, cart.cart_id)
  expect(placedOrder.total).toBe('460.00')
  expect([await getHeldSeats(show), await coupon.left(), await may.left()]).toEqual([2, 0, 2_000])
  const { order, adjustments } = await shop.view(placedOrder.id)
  expect(order).toMatchObject({ subtotal: '500.00', discount: '80.00', shipping: '40.00', total: '460.00', units_total: 1 })
  expect(order.lines.map((l: Record<string, unknown>) => [l.kind, l.handover, l.quantity, l.total])).toEqual([
    ['stock', 'sent', 1, '84.00'],
    ['seat', 'later', 2, '336.00'],
  ])
  expect(adjustments.map((a: Record<string, unknown>) => [a.kind, a.amount])).toEqual([
    ['coupon', '-50.00'],
    ['points', '-30.00'],
  ])
  const customerView = fine(await may.client.get(`/api/order/${placedOrder.number}`)).body
  expect(customerView.discounts).toEqual([
    { label: '10 % off', amount: '50.00' },
    { label: '3000 points', amount: '30.00' },
  ])
  const pdf = await may.client.get(`/api/order/${placedOrder.number}/pdf`)
  expect(pdf.status).toBe(200)
  // Glyphs that also occur in the bold font are decoded wrongly, because two fonts number them differently.
  const words = extractPdfText(pdf.raw.rawPayload).split('\n')
  const off = words.findIndex((word) => word.startsWith('10 % o'))
  expect(words.slice(off + 1, off + 4)).toEqual([expect.stringMatching(/^\D50\.00$/), '3000 points', expect.stringMatching(/^\D30\.00$/)])
  expect(words).toContain('Evening show')
  expect(words.join(' ')).toContain('460.00')
})

test("a guest's cart is kept with its choices at sign-in", async () => {
  const [show, coupon] = [await createShow(5), await createCoupon(10, 1)]
  const email = `guest${++n}@shop.test`
  fine(await shop.owner.post('/api/admin/customer', { email, first_name: 'A', last_name: 'B', password: 'a long password' }))
  const { token } = fine(await shop.it.guest.post('/api/login', { email, password: 'a long password' })).body
  const memberClient = shop.it.as(token)
  const seats = (quantity: number) => [{ kind: 'seat', subject_id: show, quantity }]
  await createCart(memberClient, seats(2))
  const { cart_id } = await createCart(shop.it.guest, seats(4), { coupon: { code: coupon.code } })
  const cart = fine(await memberClient.post('/api/cart', { cart_id })).body
  expect(cart).toMatchObject({ item_count: 5, subtotal: '1000.00', discount: '100.00' })
  expect(cart.notices).toHaveLength(1)
})

test('bestsellers count products only', async () => {
  const [stock, show] = [await shop.stock(5), await createShow(5)]
  const things = [
    { stock_id: stock, quantity: 2 },
    { kind: 'seat', subject_id: show, quantity: 3 },
  ]
  await place(shop.it.guest, (await createCart(shop.it.guest, things)).cart_id, { guest })
  await updateSoldCounts({ kernel: shop.it.kernel })
  expect(
    await queryNumber(sql`select sold as n from product_shelf x join stock s on s.product_id = x.product_id where s.id = ${stock}`),
  ).toBe(2)
})

test('canceling an order returns its seats, coupon use and points once', async () => {
  const [show, coupon, may] = [await createShow(2), await createCoupon(50, 1), await member(1_000)]
  const cart = await createCart(may.client, [{ kind: 'seat', subject_id: show, quantity: 1 }], {
    coupon: { code: coupon.code },
    points: { spend: 1_000 },
  })
  const { id } = await place(may.client, cart.cart_id, { shipping_method: null, shipping_address: null })
  expect([await getHeldSeats(show), await coupon.left(), await may.left()]).toEqual([1, 0, 0])
  fine(await shop.owner.post(`/api/admin/order/${id}/cancel`, { reason: 'Changed their mind' }))
  expect([await getHeldSeats(show), await coupon.left(), await may.left()]).toEqual([0, 1, 1_000])
})

test('an order covered by points is paid when placed, and canceling it returns the points', async () => {
  const [show, may] = [await createShow(2), await member(20_000)]
  const cart = await createCart(may.client, [{ kind: 'seat', subject_id: show, quantity: 1 }], { points: { spend: 20_000 } })
  const { id, total } = await place(may.client, cart.cart_id, { shipping_method: null, shipping_address: null, payment_method: null })
  expect([total, (await shop.order(id)).status, await may.left()]).toEqual(['0.00', 'paid', 0])
  fine(await shop.owner.post(`/api/admin/order/${id}/call_off`, { reason: 'No show' }))
  expect([(await shop.order(id)).status, await getHeldSeats(show), await may.left()]).toEqual(['canceled', 0, 20_000])
})

test('trying coupon codes in a row is rate limited', async () => {
  const { cart_id } = await createCart(shop.it.guest, [{ kind: 'seat', subject_id: await createShow(1), quantity: 1 }])
  const tries = await Promise.all(
    Array.from({ length: 62 }, (_, i) => shop.it.guest.put('/api/cart/choice', { cart_id, choices: { coupon: { code: `GUESS${i}` } } })),
  )
  expect(tries.filter(({ status }) => status === 429).length).toBeGreaterThan(0)
  await db().run(sql`delete from rate_limit`)
})

test('a partial refund returns the same share of the points', async () => {
  const [show, may] = [await createShow(4), await member(4_000)]
  const cart = await createCart(may.client, [{ kind: 'seat', subject_id: show, quantity: 4 }], { points: { spend: 4_000 } })
  const { id } = await place(may.client, cart.cart_id, { shipping_method: null, shipping_address: null })
  fine(await shop.owner.post(`/api/admin/order/${id}/pay`, {}))
  const [line] = (await shop.order(id)).lines
  const refund = () =>
    shop.owner.post(`/api/admin/order/${id}/refund`, {
      lines: [{ order_line_id: line.id, quantity: 1, cancel: 1 }],
      shipping: '0.00',
      method: 'cash',
      reason: 'One came not',
    })
  fine(await refund())
  await shop.it.jobs()
  expect([await getHeldSeats(show), await may.left()]).toEqual([3, 1_000])
  fine(await refund())
  await shop.it.jobs()
  expect([await getHeldSeats(show), await may.left()]).toEqual([2, 2_000])
})

test('of twenty buyers of the last two seats, two succeed, and no failed order uses the coupon', async () => {
  const [show, coupon] = [await createShow(2), await createCoupon(10, 20)]
  const carts = await Promise.all(
    Array.from({ length: 20 }, () =>
      createCart(shop.it.guest, [{ kind: 'seat', subject_id: show, quantity: 1 }], { coupon: { code: coupon.code } }),
    ),
  )
  const answers = await Promise.all(
    carts.map(({ cart_id }) => shop.it.guest.post('/api/checkout', { cart_id, guest, payment_method: 'bank' })),
  )
  expect(answers.filter((a) => a.status === 201)).toHaveLength(2)
  expect(answers.filter((a) => a.status !== 201 && a.status !== 409 && a.status !== 422)).toEqual([])
  expect([await getHeldSeats(show), await coupon.left()]).toEqual([2, 18])
})

test('of ten buyers with the last use of a coupon, one succeeds, and the others are refused', async () => {
  const [show, coupon] = [await createShow(20), await createCoupon(10, 1)]
  const carts = await Promise.all(
    Array.from({ length: 10 }, () =>
      createCart(shop.it.guest, [{ kind: 'seat', subject_id: show, quantity: 1 }], { coupon: { code: coupon.code } }),
    ),
  )
  const answers = await Promise.all(
    carts.map(({ cart_id }) => shop.it.guest.post('/api/checkout', { cart_id, guest, payment_method: 'bank' })),
  )
  expect(answers.filter((a) => a.status === 201)).toHaveLength(1)
  expect(answers.filter((a) => a.status >= 500)).toEqual([])
  expect([await getHeldSeats(show), await coupon.left()]).toEqual([1, 0])
})

test('staff create a draft with seats and a coupon, change it, place it and send a payment link', async () => {
  const [show, coupon] = [await createShow(5), await createCoupon(10, 3)]
  const body = {
    customer: guest,
    lines: [{ kind: 'seat', subject_id: show, quantity: 2 }],
    choices: { coupon: { code: coupon.code } },
    discount: '20.00',
    discount_label: 'Old friend',
  }
  const made = fine(await shop.owner.post('/api/admin/order', body)).body
  expect(made).toMatchObject({ subtotal: '400.00', discount: '58.00', total: '342.00' })
  expect([await getHeldSeats(show), await coupon.left()]).toEqual([0, 3])
  const changed = fine(
    await shop.owner.put(`/api/admin/order/${made.id}`, { ...body, lines: [{ kind: 'seat', subject_id: show, quantity: 1 }] }),
  ).body
  expect(changed).toMatchObject({ subtotal: '200.00', discount: '38.00', total: '162.00' })
  fine(await shop.owner.post(`/api/admin/order/${made.id}/place`, {}))
  expect([await getHeldSeats(show), await coupon.left()]).toEqual([1, 2])
  const { url } = fine(await shop.owner.post(`/api/admin/order/${made.id}/pay_link`, {})).body
  const query = new URL(url).search
  expect(fine(await shop.it.guest.get(`/api/order/${changed.order_number}${query}`)).body).toMatchObject({ total: '162.00' })
})

test('choices are validated: an unknown code, a value of another type and an unknown choice are refused', async () => {
  const show = await createShow(1)
  const { cart_id } = await createCart(shop.it.guest, [{ kind: 'seat', subject_id: show, quantity: 1 }])
  for (const [choices, field] of [
    [{ coupon: { code: 'NONE' } }, 'choices.coupon.code'],
    [{ coupon: { code: 7 } }, 'choices.coupon.code'],
    [{ coupon: 'x' }, 'choices.coupon'],
    [{ points: { spend: -1 } }, 'choices.points.spend'],
    [{ magic: {} }, 'choices.magic'],
    [[], 'choices'],
  ] as const) {
    const answer = await shop.it.guest.put('/api/cart/choice', { cart_id, choices })
    expect([answer.status, Object.keys(answer.body.messages)], JSON.stringify(choices)).toEqual([422, [field]])
  }
  for (const thing of [
    { kind: 'seat' },
    { kind: 'seat', subject_id: 999_999 },
    { kind: 'ghost', subject_id: 1 },
    { kind: 'stock', subject_id: 999_999 },
  ])
    expect((await shop.it.guest.post('/api/cart/item', { cart_id, quantity: 1, ...thing })).status, JSON.stringify(thing)).toBe(422)
  expect(
    (await shop.it.guest.post('/api/cart/item', { cart_id, kind: 'seat', subject_id: show, quantity: 1 })).body.messages,
  ).toHaveProperty('quantity')
})

test('an expired coupon gives no discount, and the cart and the checkout say so', async () => {
  const [show, coupon] = [await createShow(5), await createCoupon(10, 1)]
  const { cart_id } = await createCart(shop.it.guest, [{ kind: 'seat', subject_id: show, quantity: 1 }], { coupon: { code: coupon.code } })
  await db().run(sql`update ticket_coupon set uses = 0 where code = ${coupon.code}`)
  const cart = fine(await shop.it.guest.post('/api/cart', { cart_id })).body
  expect(cart).toMatchObject({ discount: '0.00', adjustments: [], total: '200.00' })
  expect(cart.notices).toHaveLength(1)
  expect(fine(await shop.it.guest.post('/api/checkout/preview', { cart_id })).body).toMatchObject({
    total: '200.00',
    notices: cart.notices,
  })
  const refused = await shop.it.guest.post('/api/checkout', { cart_id, guest, payment_method: 'bank' })
  expect([refused.status, Object.keys(refused.body.messages)]).toEqual([422, ['choices.coupon.code']])
  fine(await shop.it.guest.put('/api/cart/choice', { cart_id, choices: { coupon: null } }))
  fine(await shop.it.guest.post('/api/checkout', { cart_id, guest, payment_method: 'bank' }))
})

test('another plugin places an order without a cart, in its own transaction', async () => {
  const [show, coupon] = [await createShow(2), await createCoupon(10, 1)]
  const { kernel } = shop.it
  const ctx = { ...systemCtx(kernel, 'box-office'), language: 'en-US' as const }
  const buying = { items: [{ id: 1, kind: 'seat', subject_id: show, quantity: 1 }], choices: { coupon: { code: coupon.code } } }
  const answers = {
    cart_id: null,
    currency: null,
    shipping_method: null,
    payment_method: 'bank',
    guest: { ...guest, country_code: null, phone: null },
    shipping_address: null,
    billing_address: null,
    pickup_point: null,
    customer_note: '',
  }
  const { placedOrder } = await kernel.transaction((tx) =>
    kernel.get(ORDERS).place(tx, ctx, buying, answers, { cookies: {}, networkHash: 'here' }),
  )
  expect(placedOrder).toMatchObject({ status: 'pending', total: 18_000 })
  expect([await getHeldSeats(show), await coupon.left()]).toEqual([1, 0])
  const undone = kernel.transaction(async (tx) => {
    await kernel.get(ORDERS).cancel(tx, ctx, placedOrder.id, 'Not wanted')
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect([await getHeldSeats(show), await coupon.left()]).toEqual([1, 0])
})

test('without the plugin its lines and codes are removed from carts, and its orders stay readable', async () => {
  const [stock, show, coupon] = [await shop.stock(5), await createShow(5), await createCoupon(10, 2)]
  const things = [
    { stock_id: stock, quantity: 1 },
    { kind: 'seat', subject_id: show, quantity: 1 },
  ]
  const choices = { coupon: { code: coupon.code } }
  const placedOrder = await place(shop.it.guest, (await createCart(shop.it.guest, things, choices)).cart_id, { guest })
  const { cart_id } = await createCart(shop.it.guest, things, choices)
  const without = await testApp(['sales', 'inventory'], { url: shop.it.url })
  try {
    const cart = fine(await without.guest.post('/api/cart', { cart_id })).body
    expect(cart).toMatchObject({ item_count: 1, discount: '0.00', total: '100.00' })
    const order = await without.kernel.resources.get(without.ctx, 'order', placedOrder.id)
    expect(order).toMatchObject({ discount: '30.00', total: '310.00', choices })
    expect(order['lines']).toHaveLength(2)
    fine(await without.guest.post('/api/checkout', { cart_id, guest, ...checkoutInput }))
  } finally {
    await without.close()
  }
})

test('no file of the product mentions what this plugin sells', () => {
  const named = ['sales', 'payments', 'catalogue'].flatMap((id) =>
    readdirSync(join(projectRoot(), 'plugins', id), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts'))
      .filter((file) =>
        /box-office|ticket_coupon|point_account|'coupon'|'points'|'seat'\W(?!')/.test(
          readFileSync(join(projectRoot(), 'plugins', id, file), 'utf8'),
        ),
      )
      .map((file) => `${id}/${file}`),
  )
  expect(named).toEqual(['sales/migrations/0010_orders.ts'])
})
