import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import type { Answer, Client } from '../../../tests/support/app.ts'
import { newestMail } from '../../../tests/support/mails.ts'
import { newestSms } from 'stoa/plugins/people'
import { address, fine, openShop, type Shop } from '../../../tests/support/selling-shop.ts'

/** The six shop rules, one by one: their effect on the API for guests, members and staff. */
let shop: Shop
let member: Client
let stock: number
let url: string

const normal = {
  catalog_mode: false,
  member_only: false,
  guest_checkout: true,
  login_via_phone: false,
  login_validate_email: false,
  warehouse_enabled: true,
}
const rule = async (changed: Partial<typeof normal>) => fine(await shop.owner.put('/api/admin/settings/shop', { ...normal, ...changed }))

beforeAll(async () => {
  shop = await openShop()
  stock = await shop.stock(1_000)
  url = 'G1'
  fine(
    await shop.owner.post('/api/admin/customer', {
      email: 'm@shop.test',
      first_name: 'M',
      last_name: 'M',
      password: 'a long password',
    }),
  )
  member = shop.it.as(fine(await shop.it.guest.post('/api/login', { email: 'm@shop.test', password: 'a long password' })).body.token)
})
afterAll(() => shop.it.close())
afterEach(async () => {
  await rule({})
  await shop.it.kernel.db.run(sql`delete from rate_limit`)
})

const closed = { status: 403, messages: ['We are not accepting orders at the moment. Please try again later.'] }
/** Rejected unless signed in as a member. */
const members = { status: 403, messages: ['Please sign in to buy.'] }
const toOutcome = ({ status, body }: Answer) => ({ status, messages: body.messages })
const order = (cart_id: string) => ({
  cart_id,
  guest: { email: 'may@shop.test', first_name: 'May', last_name: 'Chan' },
  shipping_address: address,
  shipping_method: 'courier',
  payment_method: 'bank',
})
const createCart = async (client: Client): Promise<{ cart_id: string; item_id: number }> => {
  const { cart_id, items } = fine(await client.post('/api/cart/item', { stock_id: stock, quantity: 1 })).body
  return { cart_id, item_id: items[0].id }
}

/** The responses of all routes that lead to an order, with a cart that was filled while the shop was open. */
async function buying(client: Client, { cart_id, item_id }: { cart_id: string; item_id: number }) {
  return {
    cart: toOutcome(await client.post('/api/cart', { cart_id })),
    add: toOutcome(await client.post('/api/cart/item', { cart_id, stock_id: stock, quantity: 1 })),
    change: toOutcome(await client.put('/api/cart/item', { cart_id, item_id, quantity: 2 })),
    remove: toOutcome(await client.delete('/api/cart/item', { cart_id, item_id: 0 })),
    preview: toOutcome(await client.post('/api/checkout/preview', { cart_id })),
    checkout: toOutcome(await client.post('/api/checkout', order(cart_id))),
  }
}
const all = (refusal: typeof closed) => ({
  cart: refusal,
  add: refusal,
  change: refusal,
  remove: refusal,
  preview: refusal,
  checkout: refusal,
})
const open = (status = 200) => ({ status, messages: undefined })
const allOpen = { cart: open(), add: open(), change: open(), remove: open(), preview: open(), checkout: open(201) }

/** The product price in all responses that contain it. */
async function prices(client: Client) {
  const product = fine(await client.post('/api/product', { url })).body
  const listed = fine(await client.get('/api/product?limit=1')).body.data[0]
  const found = fine(await client.post('/api/product/search', { keyword: 'Goods' })).body.data[0]
  return [product.price?.from ?? null, product.stocks[0].price, listed.price?.from ?? null, found.price?.from ?? null]
}
const visiblePrices = ['100.00', '100.00', '100.00', '100.00']
const hidden = [null, null, null, null]

const flags = async () => {
  const { config, warehouse_enabled } = fine(await shop.it.guest.get('/api/config')).body
  return { ...config, warehouse_enabled }
}

/** Staff can create orders, record payments and ship regardless of the shop rules: a catalogue-only shop still sells manually. */
async function staffSell(): Promise<{ number: string; id: number }> {
  const draft = {
    customer: { email: 'ask@shop.test', first_name: 'Wai', last_name: 'Lee' },
    lines: [{ stock_id: stock, quantity: 1 }],
    shipping: '40.00',
    shipping_title: 'Courier',
    shipping_address: address,
  }
  const { id } = fine(await shop.owner.post('/api/admin/order', draft)).body
  const placedOrder = fine(await shop.owner.post(`/api/admin/order/${id}/place`)).body
  expect(placedOrder).toMatchObject({ status: 'pending', total: '140.00' })
  return { id, number: placedOrder.order_number }
}

test('by default everyone sees prices and can buy', async () => {
  expect(await flags()).toEqual({
    catalog_mode: 0,
    member_only: 0,
    guest_checkout: 1,
    login_via_phone: 1,
    login_validate_email: 0,
    warehouse_enabled: 1,
  })
  for (const client of [shop.it.guest, member]) {
    expect(await prices(client)).toEqual(visiblePrices)
    expect(await buying(client, await createCart(client))).toEqual(allOpen)
  }
})

test('catalog mode shows products and prices to everyone, and only staff can sell', async () => {
  const [theirs, mine] = [await createCart(shop.it.guest), await createCart(member)]
  await rule({ catalog_mode: true })
  expect(await flags()).toMatchObject({ catalog_mode: 1 })
  for (const client of [shop.it.guest, member]) expect(await prices(client)).toEqual(visiblePrices)
  expect(await buying(shop.it.guest, theirs)).toEqual(all(closed))
  expect(await buying(member, mine)).toEqual(all(closed))
  await staffSell()
  await rule({})
  expect(fine(await shop.it.guest.post('/api/cart', { cart_id: theirs.cart_id })).body.items).toMatchObject([{ quantity: 1 }])
})

test('an order placed before a restriction can still be viewed, commented, paid and canceled', async () => {
  for (const changed of [{ catalog_mode: true }, { member_only: true }, { guest_checkout: false }, { warehouse_enabled: false }]) {
    await rule({})
    const { number, token } = await shop.buy(stock)
    await rule(changed)
    fine(await shop.it.guest.get(`/api/order/${number}?token=${token}`))
    fine(await shop.it.guest.post(`/api/order/${number}/comment`, { token, comment: 'Still there?' }))
    fine(await shop.it.guest.post(`/api/order/${number}/pay`, { token, payment_method: 'bank' }))
    expect(fine(await shop.it.guest.post(`/api/order/${number}/cancel`, { token })).body.status).toBe('canceled')
  }
})

test('members only: guests see no prices and cannot buy', async () => {
  const [theirs, mine] = [await createCart(shop.it.guest), await createCart(member)]
  await rule({ member_only: true })
  expect(await flags()).toMatchObject({ member_only: 1 })
  expect(await prices(shop.it.guest)).toEqual(hidden)
  expect(await prices(member)).toEqual(visiblePrices)
  expect(await buying(shop.it.guest, theirs)).toEqual(all(members))
  expect(await buying(member, mine)).toEqual(allOpen)
  // Prices cannot be inferred by price filters or sorting either.
  const responseText = JSON.stringify((await shop.it.guest.get('/api/product?facets=1&price_to=1')).body)
  expect(responseText).toContain(url)
  expect(responseText).not.toContain('100.00')
})

test('without guest checkout guests can fill a cart but must sign in to order', async () => {
  const cart = await createCart(shop.it.guest)
  await rule({ guest_checkout: false })
  expect(await flags()).toMatchObject({ guest_checkout: 0 })
  expect(await prices(shop.it.guest)).toEqual(visiblePrices)
  expect(await buying(shop.it.guest, cart)).toEqual({ ...allOpen, preview: members, checkout: members })
  const poured = fine(await member.post('/api/cart', { cart_id: cart.cart_id })).body
  expect(poured.items).toMatchObject([{ stock_id: stock, quantity: 2 }])
  fine(await member.post('/api/checkout', order(poured.cart_id)))
})

test('while the warehouse is disabled nothing is sold, and everything stays visible', async () => {
  const [theirs, mine] = [await createCart(shop.it.guest), await createCart(member)]
  await rule({ warehouse_enabled: false })
  expect(await flags()).toMatchObject({ warehouse_enabled: 0 })
  for (const client of [shop.it.guest, member]) expect(await prices(client)).toEqual(visiblePrices)
  expect(await buying(shop.it.guest, theirs)).toEqual(all(closed))
  expect(await buying(member, mine)).toEqual(all(closed))
  await staffSell()
})

test('phone sign-in works while enabled, and not with a code sent before it was disabled', async () => {
  fine(await shop.owner.put('/api/admin/settings/sms', { provider: 'log' }))
  const secret = { password: 'a long password', password_confirmation: 'a long password' }
  const phone = { country_code: '852', phone: '91230001' }
  fine(
    await shop.it.guest.post('/api/register', {
      email: 'p@shop.test',
      first_name: 'P',
      last_name: 'P',
      is_subscribe: false,
      ...phone,
      ...secret,
    }),
  )
  await shop.it.kernel.db.run(sql`update customer set phone_verified_at = now() where email = 'p@shop.test'`)
  await rule({ login_via_phone: true })
  expect(await flags()).toMatchObject({ login_via_phone: 0 })
  expect((await shop.it.guest.post('/api/login', { ...phone, password: secret.password })).status).toBe(200)
  expect(fine(await shop.it.guest.post('/api/sms', { type: 'login', ...phone })).body).toEqual({ status: 'sent' })
  await shop.it.jobs()
  const otp = /\d{6}/.exec((await newestSms(shop.it.kernel, '85291230001')) ?? '')?.[0]
  await rule({ login_via_phone: false })
  expect(await flags()).toMatchObject({ login_via_phone: 1 })
  expect((await shop.it.guest.post('/api/login', { ...phone, password: secret.password })).body.messages).toHaveProperty('email')
  expect(fine(await shop.it.guest.post('/api/sms', { type: 'login', ...phone })).body).toEqual({ status: 'disabled' })
  expect((await shop.it.guest.post('/api/otp', { type: 'login', ...phone, otp })).body.messages).toHaveProperty('otp')
  await rule({ login_via_phone: true })
  expect((await shop.it.guest.post('/api/otp', { type: 'login', ...phone, otp })).status).toBe(200)
})

test('with email validation an account can sign in only after following its link', async () => {
  const credentials = { email: 'v@shop.test', password: 'a long password' }
  await rule({ login_validate_email: true })
  expect(await flags()).toMatchObject({ login_validate_email: 1 })
  const registered = fine(
    await shop.it.guest.post('/api/register', {
      ...credentials,
      first_name: 'V',
      last_name: 'V',
      password_confirmation: credentials.password,
    }),
  )
  expect(toOutcome(await shop.it.guest.post('/api/login', credentials))).toEqual({
    status: 403,
    messages: [expect.stringContaining('Verify your email address')],
  })
  await rule({ login_validate_email: false })
  expect((await shop.it.guest.post('/api/login', credentials)).status).toBe(200)
  await rule({ login_validate_email: true })
  await shop.it.jobs()
  const mail = await newestMail(shop.it, 'v@shop.test')
  const link = new URL(/https?:\S+/.exec(mail?.text_body ?? '')?.[0] ?? '')
  // The link works in the browser that registered the account. In another browser the customer has to choose a password.
  const cookies = Object.fromEntries(registered.raw.cookies.map(({ name, value }) => [name, value]))
  const followed = await shop.it.app.http.inject({ method: 'GET', url: `/api${link.pathname}${link.search}`, cookies })
  expect(followed.statusCode).toBe(200)
  expect((await shop.it.guest.post('/api/login', credentials)).status).toBe(200)
})

test('only staff with the settings permission can change shop settings, and an invalid value is rejected by field', async () => {
  const clerk = await shop.it.staff(['get order'])
  expect((await clerk.put('/api/admin/settings/shop', { catalog_mode: true })).status).toBe(403)
  for (const client of [shop.it.guest, member])
    expect((await client.put('/api/admin/settings/shop', { catalog_mode: true })).status).toBe(401)
  expect((await shop.owner.put('/api/admin/settings/shop', { catalog_mode: 'perhaps' })).body.messages).toHaveProperty('catalog_mode')
  expect(await flags()).toMatchObject({ catalog_mode: 0 })
})
