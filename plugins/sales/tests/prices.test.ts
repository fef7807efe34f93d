import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from 'stoa'
import type { Client } from '../../../tests/support/app.ts'
import { address, fine, openShop, type Shop } from '../../../tests/support/selling-shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({}, ['sheets'])
})
beforeEach(() =>
  shop.it.kernel.transaction(async (tx) => {
    await tx.run(sql`delete from stock_price`)
    tx.invalidate('stock_price')
    tx.invalidate('product')
  }),
)
afterAll(() => shop.it.close())

const hour = 3_600_000
const at = (hours: number) => new Date(Date.now() + hours * hour).toISOString()
const price = async (stock_id: number, amount: string, more: object = {}) =>
  fine(await shop.owner.post('/api/admin/stock_price', { stock_id, price: amount, ...more })).body.id as number

/** The product URL of a stock. */
const findUrl = async (stock: number) =>
  (await shop.it.kernel.db.one<{ url: string; id: number }>(
    sql`select p.url, p.id from stock s join product p on p.id = s.product_id where s.id = ${stock}`,
  )) as { url: string; id: number }
const page = async (client: Client, stock: number) => fine(await client.post('/api/product', { url: (await findUrl(stock)).url })).body
const card = async (client: Client, stock: number) => {
  const { id } = await findUrl(stock)
  const { data } = fine(await client.post('/api/product/search', { keyword: (await findUrl(stock)).url, limit: 100 })).body
  return data.find((row: { id: number }) => row.id === id)
}
const cart = async (client: Client, stock: number, quantity: number) =>
  fine(await client.post('/api/cart/item', { stock_id: stock, quantity })).body

let n = 0
async function customer(group?: number): Promise<Client> {
  const email = `trade${++n}@shop.test`
  fine(
    await shop.owner.post('/api/admin/customer', {
      email,
      first_name: 'May',
      last_name: 'Chan',
      password: 'a long password',
      group_id: group ?? null,
    }),
  )
  return shop.it.as(fine(await shop.it.guest.post('/api/login', { email, password: 'a long password' })).body.token)
}

test('a temporary price applies to everyone while active: in lists, on the page, in the cart and on the order', async () => {
  const cup = await shop.stock(9, '100.00')
  await price(cup, '80.00', { starts_at: at(-1), ends_at: at(1) })
  await price(cup, '70.00', { starts_at: at(1) })
  await price(cup, '60.00', { ends_at: at(-1) })
  await price(cup, '50.00', { starts_at: at(-2), enabled: false })
  const productView = await page(shop.it.guest, cup)
  expect(productView.price).toEqual({ from: '80.00', to: '80.00', was: '100.00' })
  expect(productView.stocks[0]).toMatchObject({ price: '100.00', special_price: '80.00' })
  const cartView = await cart(shop.it.guest, cup, 2)
  expect(cartView).toMatchObject({ subtotal: '160.00', discount: '0.00', total: '160.00' })
  expect(cartView.items[0]).toMatchObject({ price: '100.00', special_price: '80.00', unit_price: '80.00' })
  const placedOrder = fine(
    await shop.it.guest.post('/api/checkout', {
      cart_id: cartView.cart_id,
      guest,
      shipping_address: address,
      shipping_method: 'courier',
      payment_method: 'bank',
    }),
  ).body
  expect(placedOrder.order).toMatchObject({ total: '200.00' })
})

const guest = { email: 'may@shop.test', first_name: 'May', last_name: 'Chan' }

test('lists update when a temporary price starts or ends', async () => {
  const cup = await shop.stock(9, '100.00')
  const id = await price(cup, '80.00', { starts_at: at(1), ends_at: at(2) })
  const listing = async () =>
    shop.it.kernel.db.one<{ lowest: number; was: number }>(sql`select x.lowest_minor::int as lowest, x.was_minor::int as was
    from product_shelf x join stock s on s.product_id = x.product_id where s.id = ${cup}`)
  expect(await listing()).toEqual({ lowest: 10_000, was: 10_000 })
  // Changes the dates of a price without triggers, as if time had passed.
  const pass = async (begun: number, over: number) => {
    await shop.it.kernel.transaction(async (tx) => {
      await tx.run(sql`set local session_replication_role = replica`)
      await tx.run(sql`update stock_price set starts_at = ${at(begun)}, ends_at = ${at(over)} where id = ${id}`)
      await tx.run(sql`update product_shelf set reprice_at = now() where reprice_at is not null`)
    })
    await shop.it.clock('catalogue/reprice')
  }
  await pass(-1, 1)
  expect(await listing()).toEqual({ lowest: 8_000, was: 10_000 })
  await pass(-2, -1)
  expect(await listing()).toEqual({ lowest: 10_000, was: 10_000 })
  const { checks } = shop.it.kernel.registry.plugins.find(({ id }) => id === 'catalogue') ?? {}
  expect(await checks?.['lists show products as they are']?.(shop.it.kernel)).toEqual([])
})

test('a customer group pays and sees its own price on the page and in lists, and nobody else does', async () => {
  const group = fine(await shop.owner.post('/api/admin/customer_group', { name: 'Trade' })).body.id
  const [trade, other] = [await customer(group), await customer()]
  const cup = await shop.stock(9, '100.00')
  await price(cup, '75.00', { customer_group_id: group, title: { 'en-US': 'Trade price', 'zh-HK': '批發價' } })
  expect((await page(trade, cup)).price).toEqual({ from: '75.00', to: '75.00', was: '100.00' })
  expect((await page(trade, cup)).stocks[0].own_prices).toEqual([{ min_quantity: 1, price: '75.00', title: 'Trade price' }])
  expect((await card(trade, cup)).price).toEqual({ from: '75.00', to: '75.00', was: '100.00' })
  for (const client of [other, shop.it.guest]) {
    expect((await page(client, cup)).price).toEqual({ from: '100.00', to: '100.00', was: null })
    expect(JSON.stringify(await page(client, cup))).not.toContain('75.00')
    expect((await card(client, cup)).price.from).toBe('100.00')
    expect((await cart(client, cup, 1)).total).toBe('100.00')
  }
  const cartView = await cart(trade, cup, 2)
  expect(cartView).toMatchObject({ subtotal: '200.00', discount: '50.00', total: '150.00' })
  expect(cartView.items[0].discounts).toEqual([{ label: 'Trade price', amount: '50.00' }])
})

test('a group price of a related product is shown to nobody else', async () => {
  const group = fine(await shop.owner.post('/api/admin/customer_group', { name: 'Cafes' })).body.id
  const category = fine(await shop.owner.post('/api/admin/category', { title: 'Shelf', url: 'shelf' })).body.id
  const [one, two] = [await shop.stock(9, '100.00', { categories: [category] }), await shop.stock(9, '100.00', { categories: [category] })]
  await price(two, '55.00', { customer_group_id: group })
  const cafe = await customer(group)
  const beside = async (client: Client) => (await page(client, one)).related.map((card: { price: { from: string } }) => card.price.from)
  // The cached response is shared by all visitors, whichever request fills it.
  expect(await beside(cafe)).toEqual(['55.00'])
  expect(await beside(shop.it.guest)).toEqual(['100.00'])
  expect(await beside(cafe)).toEqual(['55.00'])
})

test('a quantity price applies to the total quantity of the cart, over all lines', async () => {
  const cup = await shop.stock(99, '10.00')
  await price(cup, '9.00', { min_quantity: 5 })
  await price(cup, '8.00', { min_quantity: 10 })
  // The price is higher than the one for a smaller quantity, so it is never used.
  await price(cup, '9.50', { min_quantity: 20 })
  expect((await page(shop.it.guest, cup)).stocks[0].own_prices).toEqual([
    { min_quantity: 5, price: '9.00', title: null },
    { min_quantity: 10, price: '8.00', title: null },
  ])
  const { cart_id, total } = await cart(shop.it.guest, cup, 4)
  expect(total).toBe('40.00')
  const more = fine(
    await shop.it.guest.post('/api/cart/item', { cart_id, stock_id: cup, quantity: 1, additional_options: { engraving: 'A' } }),
  ).body
  expect(more).toMatchObject({ subtotal: '50.00', total: '45.00' })
  expect(more.adjustments).toEqual([{ kind: 'price', label: 'Your price', code: null, amount: '5.00', shipping: '0.00' }])
  const many = fine(await shop.it.guest.put('/api/cart/item', { cart_id, item_id: more.items[0].id, quantity: 30 })).body
  expect(many.total).toBe('248.00')
})

test('the lowest of several matching prices applies, and none above the public price', async () => {
  const group = fine(await shop.owner.post('/api/admin/customer_group', { name: 'Choir' })).body.id
  const choir = await customer(group)
  const cup = await shop.stock(9, '100.00')
  await price(cup, '90.00', { customer_group_id: group })
  await price(cup, '85.00', { customer_group_id: group, starts_at: at(-1) })
  expect((await cart(choir, cup, 1)).total).toBe('85.00')
  await price(cup, '40.00', { starts_at: at(-1) })
  expect((await page(choir, cup)).price).toMatchObject({ from: '40.00' })
  expect((await cart(choir, cup, 1)).total).toBe('80.00')
})

test('a currency price applies when paying in that currency', async () => {
  const cup = await shop.stock(9, '100.00')
  await price(cup, '10.00', { currency: 'usd' })
  const { cart_id } = await cart(shop.it.guest, cup, 1)
  const look = async (currency: string) =>
    fine(await shop.it.guest.post('/api/checkout/preview', { cart_id, currency, shipping_address: address })).body
  expect(await look('USD')).toMatchObject({ subtotal: '12.80', discount: '2.80' })
  expect(await look('HKD')).toMatchObject({ subtotal: '100.00', discount: '0.00' })
})

test('a list shows the same currency prices as the page, to guests and customers', async () => {
  const group = fine(await shop.owner.post('/api/admin/customer_group', { name: 'Exporters' })).body.id
  const [cup, pot] = [await shop.stock(9, '100.00'), await shop.stock(9, '50.00')]
  await price(cup, '10.00', { currency: 'USD' })
  await price(cup, '8.00', { currency: 'USD', min_quantity: 5 })
  await price(cup, '9.00', { currency: 'USD', customer_group_id: group })
  const member = await customer(group)
  for (const [client, amount] of [
    [shop.it.guest, '10.00'],
    [member, '9.00'],
  ] as const) {
    const { price: cardPrice } = await card(client, cup)
    const currencies = [{ currency: 'USD', from: amount, to: amount, was: '12.80' }]
    expect(cardPrice).toEqual({ from: '100.00', to: '100.00', was: null, currencies })
    expect((await page(client, cup)).price).toEqual(cardPrice)
    expect(await card(client, pot)).toMatchObject({ price: { from: '50.00', to: '50.00', was: null } })
    expect((await card(client, pot)).price).not.toHaveProperty('currencies')
  }
})

test('in any currency the page and the cart show the price that checkout charges', async () => {
  const [cup, pot] = [await shop.stock(9, '100.00'), await shop.stock(9, '33.33')]
  await price(cup, '10.00', { currency: 'USD', title: { 'en-US': 'Export' } })
  await price(cup, '9.00', { currency: 'USD', min_quantity: 3 })
  await price(cup, '60.00', { min_quantity: 5 })
  expect((await page(shop.it.guest, cup)).stocks[0]).toMatchObject({
    own_prices: [{ min_quantity: 5, price: '60.00' }],
    currency_prices: [
      {
        currency: 'USD',
        prices: [
          { min_quantity: 1, price: '10.00', title: 'Export' },
          { min_quantity: 3, price: '9.00', title: null },
          { min_quantity: 5, price: '7.68', title: null },
        ],
      },
    ],
  })
  expect((await page(shop.it.guest, pot)).stocks[0]).not.toHaveProperty('currency_prices')

  const ask = async (method: 'post' | 'put' | 'delete', path: string, body: object) => fine(await shop.it.guest[method](path, body)).body
  const first = await ask('post', '/api/cart/item', { stock_id: cup, quantity: 1, currency: 'USD' })
  expect(first).toMatchObject({ currency: 'USD', subtotal: '12.80', discount: '2.80', total: '10.00' })
  expect(first.items[0]).toMatchObject({ unit_price: '12.80', price: '12.80', subtotal: '12.80' })
  const { cart_id } = first
  const both = await ask('post', '/api/cart/item', { cart_id, stock_id: pot, quantity: 2, currency: 'USD' })
  const three = await ask('put', '/api/cart/item', { cart_id, item_id: first.items[0].id, quantity: 3, currency: 'USD' })
  // 33.33 HKD is 4.27 USD a unit, so two cost 8.54 and not 8.53.
  expect([both.total, three.total]).toEqual(['18.54', '35.54'])
  for (const currency of ['USD', 'HKD', 'CNY']) {
    const cartView = await ask('post', '/api/cart', { cart_id, currency })
    const preview = await ask('post', '/api/checkout/preview', { cart_id, currency, shipping_address: address })
    const expectedSums = { subtotal: cartView.subtotal, discount: cartView.discount, adjustments: cartView.adjustments, currency }
    expect(preview).toMatchObject({ ...expectedSums, cart: { ...expectedSums, items: cartView.items, total: cartView.total } })
  }
  const less = await ask('delete', '/api/cart/item', { cart_id, item_id: first.items[0].id, currency: 'USD' })
  expect(less).toMatchObject({ currency: 'USD', total: '8.54' })
  expect(await ask('post', '/api/cart', { cart_id })).toMatchObject({ currency: 'HKD', total: '66.66' })
  const noSuchCurrency = await shop.it.guest.post('/api/cart/item', { cart_id, stock_id: pot, quantity: 1, currency: 'XXX' })
  expect([noSuchCurrency.status, Object.keys(noSuchCurrency.body.messages)]).toEqual([422, ['currency']])
  expect((await ask('post', '/api/cart', { cart_id })).item_count).toBe(2)
})

test('an invalid price is rejected by field', async () => {
  const cup = await shop.stock(9, '100.00')
  const refused = async (input: object) => {
    const answer = await shop.owner.post('/api/admin/stock_price', { stock_id: cup, price: '1.00', ...input })
    expect(answer.status).toBe(422)
    return Object.keys(answer.body.messages)
  }
  expect(await refused({ starts_at: at(2), ends_at: at(1) })).toEqual(['ends_at'])
  expect(await refused({ starts_at: '2027-01-02T00:00:00Z', ends_at: '2027-01-02T07:00:00+08:00' })).toEqual(['ends_at'])
  expect(await refused({ currency: 'XXX' })).toEqual(['currency'])
  expect(await refused({ min_quantity: 0 })).toEqual(['min_quantity'])
  expect(await refused({ price: '-1' })).toEqual(['price'])
  expect(await refused({ stock_id: 999_999 })).toEqual(['stock_id'])
  expect(await refused({ customer_group_id: 999_999 })).toEqual(['customer_group_id'])
  await price(cup, '5.00', { starts_at: '2027-01-01T00:00:00Z' })
  expect(await refused({ starts_at: '2027-01-01T00:00:00Z' })).toEqual(['starts_at'])
})
