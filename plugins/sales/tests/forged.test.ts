import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import type { Answer, Client } from '../../../tests/support/app.ts'
import { address, fine, openShop, type Shop } from '../../../tests/support/selling-shop.ts'

/** Fields that only the shop sets are ignored in requests, and the cart of another customer is treated as missing. */
let shop: Shop
let stock: number
let forged: Record<string, unknown>
let victim: { id: number; client: Client }

async function customer(email: string): Promise<typeof victim> {
  const made = fine(
    await shop.owner.post('/api/admin/customer', { email, first_name: 'A', last_name: 'B', password: 'a long password' }),
  ).body
  const { token } = fine(await shop.it.guest.post('/api/login', { email, password: 'a long password' })).body
  return { id: made.id, client: shop.it.as(token) }
}

beforeAll(async () => {
  shop = await openShop()
  stock = await shop.stock(1_000)
  victim = await customer('victim@shop.test')
  fine(
    await shop.owner.put('/api/admin/settings/currency', {
      base_currency: 'HKD',
      supported_currencies: [
        { identifier: 'HKD', rate: '1', mark: '$' },
        { identifier: 'USD', rate: '0.128', mark: 'US$' },
      ],
    }),
  )
  const person = await shop.it.kernel.db.one<{ person_id: number }>(sql`select person_id from customer where id = ${victim.id}`)
  forged = {
    ...{ id: 1, order_id: 1, order_number: 'SO26010100019', number: 'SO26010100019', cart: 1 },
    ...{ customer_id: victim.id, customer: { id: victim.id }, person_id: person?.person_id, person: 1, actor: { kind: 'staff', id: 1 } },
    ...{ price: '0.01', unit_price: '0.01', unit_minor: 1, special_price: '0.01', pay: 1, list_unit_minor: 1, seen_minor: 1 },
    ...{ subtotal: '0.01', subtotal_minor: 1, total: '0.01', total_minor: 1, base_total_minor: 1, amount: '0.01', shipping: '0.00' },
    ...{ shipping_minor: 0, discount: '99.00', discount_minor: 9_900, price_reason: 'Because', shipping_title: 'Free' },
    ...{ rate: '0.0001', exchange_rate: '0.0001', currency_rate: '0.0001', base_currency: 'USD', supported_currencies: [] },
    ...{ status: 'paid', payment_status: 'paid', fulfilment_status: 'shipped', paid: '140.00', paid_minor: 14_000, refunded: '1.00' },
    ...{
      source: 'admin',
      hold_expires_at: null,
      placed_at: '2020-01-01',
      created_at: '2020-01-01',
      version: 99,
      visible_to_customer: false,
    },
  }
})
afterAll(() => shop.it.close())

/** An order row without the values that differ between equal orders; times must be recent. */
async function stored(number: string): Promise<Record<string, unknown>> {
  const row = await shop.it.kernel.db.one<{ whole: Record<string, unknown>; now: boolean }>(sql`
    select to_jsonb(o) - array['id', 'order_number', 'cart_id', 'hold_expires_at', 'placed_at', 'shipped_at', 'created_at', 'updated_at', 'version']
      || jsonb_build_object(
        'lines', (select jsonb_agg(to_jsonb(l) - array['id', 'order_id', 'created_at', 'updated_at']) from order_line l where l.order_id = o.id),
        'attempts', (select jsonb_agg(distinct jsonb_build_array(p.amount_minor, p.currency)) from payment p
          where p.document_type = 'order' and p.document_id = o.id)) as whole,
      o.placed_at between now() - interval '1 minute' and now() and o.created_at between now() - interval '1 minute' and now()
        and coalesce(o.hold_expires_at, now()) between now() - interval '1 minute' and now() + interval '30 days' as now
    from sales_order o where o.order_number = ${number}`)
  expect(row?.now).toBe(true)
  return row?.whole ?? {}
}

async function buy(client: Client, more: Record<string, unknown>, currency: string) {
  const { cart_id, items } = fine(await client.post('/api/cart/item', { ...more, stock_id: stock, quantity: 1 })).body
  const put = fine(await client.put('/api/cart/item', { ...more, cart_id, item_id: items[0].id, quantity: 2 })).body
  const cart = { ...put, cart_id: '', items: put.items.map((i: object) => ({ ...i, id: 0, available_inventories: 0 })) }
  const input = {
    ...more,
    cart_id,
    currency,
    guest: { ...more, email: 'may@shop.test', first_name: 'May', last_name: 'Chan' },
    shipping_address: { ...address, ...(more.id ? { price: '0.00', rate: '0' } : {}) },
    shipping_method: 'courier',
    payment_method: 'bank',
  }
  const { subtotal, total, shipping } = fine(await client.post('/api/checkout/preview', input)).body
  const checkoutResponse = await client.post('/api/checkout', input)
  return { cart, preview: { subtotal, total, shipping }, placed: checkoutResponse }
}

test('prices, totals, rates, statuses, owners and numbers sent by a shopper have no effect on cart and order', async () => {
  for (const currency of ['HKD', 'USD']) {
    for (const client of [shop.it.guest, (await customer(`buyer-${currency.toLowerCase()}@shop.test`)).client]) {
      const honest = await buy(client, {}, currency)
      const lying = await buy(client, forged, currency)
      expect(lying.cart).toEqual(honest.cart)
      expect(lying.preview).toEqual(honest.preview)
      const [honestNumber, other] = [fine(honest.placed).body.order_number, fine(lying.placed).body.order_number]
      expect(other).toMatch(/^SO/)
      expect(other).not.toBe(forged.order_number)
      const truth = await stored(honestNumber)
      expect(truth).toMatchObject({ status: 'pending', currency, total_minor: currency === 'HKD' ? 24_000 : 3_072, paid_minor: 0 })
      expect(await stored(other)).toEqual(truth)
    }
  }
  expect(fine(await victim.client.get('/api/order')).body).toEqual([])
})

test('order actions ignore forged fields too', async () => {
  const { id, number, token } = await shop.buy(stock, 2)
  const before = await stored(number)
  const act = (verb: string, body: object) => shop.it.guest.post(`/api/order/${number}/${verb}`, { ...forged, ...body, token })
  const view = fine(await act('comment', { comment: 'Hello' })).body
  expect(view.comments).toMatchObject([{ author: 'customer', name: 'May Chan', body: 'Hello' }])
  fine(await act('pay', { payment_method: 'bank' }))
  expect(await stored(number)).toEqual(before)
  expect(before).toMatchObject({ status: 'pending', attempts: [[24_000, 'HKD']] })
  fine(await shop.owner.post(`/api/admin/order/${id}/pay`, {}))
  fine(await shop.owner.post(`/api/admin/order/${id}/ship`, {}))
  const sent = await stored(number)
  const { lines } = fine(await shop.it.guest.get(`/api/order/${number}?token=${token}`)).body
  const line = { order_line_id: lines[0].id, quantity: 1 }
  expect(fine(await act('return', { lines: [{ ...line, ...forged }] })).body.returns).toMatchObject([{ status: 'pending' }])
  const after = await stored(number)
  for (const field of ['status', 'total_minor', 'paid_minor', 'refunded_minor', 'customer_id', 'person_id', 'currency', 'exchange_rate'])
    expect([field, after[field]]).toEqual([field, sent[field]])
})

const blind = (answer: Answer) => {
  const { cart_id, items, ...body } = answer.body
  // The ids of a new cart are random and carry no information.
  return { status: answer.status, body, made: typeof cart_id, items: items?.map((i: any) => [i.stock_id, i.quantity]) }
}

test('the cart of another customer answers like a missing one, to guests and customers', async () => {
  const mine = fine(await victim.client.post('/api/cart/item', { stock_id: stock, quantity: 3 })).body
  const item_id = mine.items[0].id
  const order = {
    guest: { email: 'may@shop.test', first_name: 'May', last_name: 'Chan' },
    shipping_address: address,
    shipping_method: 'courier',
    payment_method: 'bank',
  }
  const everything = async (client: Client, cart_id: string) => [
    blind(await client.put('/api/cart/item', { cart_id, item_id, quantity: 9 })),
    blind(await client.delete('/api/cart/item', { cart_id, item_id })),
    blind(await client.post('/api/checkout/preview', { cart_id })),
    blind(await client.post('/api/checkout', { cart_id, ...order })),
    blind(await client.post('/api/checkout', { cart_id, ...order }, { 'idempotency-key': 'somebody-elses-key' })),
    blind(await client.post('/api/cart', { cart_id })),
    blind(await client.post('/api/cart/item', { cart_id, stock_id: stock, quantity: 1 })),
  ]
  for (const getClient of [() => Promise.resolve(shop.it.guest), async (n: number) => (await customer(`thief${n}@shop.test`)).client]) {
    const unknown = await everything(await getClient(1), 'x'.repeat(43))
    expect(await everything(await getClient(2), mine.cart_id)).toEqual(unknown)
    expect(unknown.slice(0, 5).every(({ status }) => status === 404 || status === 422)).toBe(true)
  }
  // Also with the victim's idempotency key and the same request.
  const body = { cart_id: mine.cart_id, shipping_address: address, shipping_method: 'courier', payment_method: 'bank' }
  const key = { 'idempotency-key': 'the-key-of-victim' }
  expect(fine(await victim.client.post('/api/cart', {})).body.items).toMatchObject([{ quantity: 3 }])
  const placedOrder = fine(await victim.client.post('/api/checkout', body, key)).body
  expect(fine(await victim.client.post('/api/checkout', body, key)).body).toEqual(placedOrder)
  for (const client of [shop.it.guest, (await customer('thief3@shop.test')).client])
    expect((await client.post('/api/checkout', body, key)).status).toBe(422)
})
