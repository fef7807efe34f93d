import { afterAll, beforeAll, expect, test } from 'vitest'
import { address, fine, openShop, type Shop } from '../../../tests/support/selling-shop.ts'

/** Order drafts of staff: prices, discounts, the customer, and placing the order. */
let shop: Shop
beforeAll(async () => {
  shop = await openShop()
  fine(
    await shop.owner.put('/api/admin/settings/currency', {
      base_currency: 'HKD',
      supported_currencies: [
        { identifier: 'HKD', rate: '1' },
        { identifier: 'USD', rate: '0.128' },
        { identifier: 'JPY', rate: '20.15' },
      ],
    }),
  )
})
afterAll(() => shop.it.close())

const write = (body: object, key = '') => shop.owner.post('/api/admin/order', body, key ? { 'idempotency-key': key } : {})
const written = async (body: object) => fine(await write(body)).body
const place = (id: number) => shop.owner.post(`/api/admin/order/${id}/place`)
const createLines = async (quantity = 1, price = '100.00', stock = 5) => [{ stock_id: await shop.stock(stock, price), quantity }]
/** Available units of a stock. */
const free = async (stock: number) =>
  fine(await shop.owner.get('/api/admin/order/stocks')).body.data.find((s: any) => s.id === stock)?.available as number

test('a manual price equal to the regular one needs no permission and no reason, and stores none', async () => {
  const clerk = await shop.it.staff(['get order', 'create order'])
  const [line] = await createLines(2, '12.50')
  const made = fine(await clerk.post('/api/admin/order', { lines: [{ ...line, unit_price: '12.50', price_reason: 'Because' }] })).body
  expect(made.lines).toMatchObject([{ unit: '12.50', list_unit: '12.50', price_reason: '', total: '25.00' }])
})

test('items can be given for free with the price permission, and such an order is paid once placed', async () => {
  const [line] = await createLines(1, '30.00')
  const made = await written({ lines: [{ ...line, unit_price: '0.00', price_reason: 'Goodwill' }] })
  expect(made).toMatchObject({ subtotal: '0.00', total: '0.00' })
  expect(made.lines).toMatchObject([{ unit: '0.00', list_unit: '30.00', price_reason: 'Goodwill' }])
  fine(await place(made.id))
  await shop.it.jobs()
  expect(await shop.order(made.id)).toMatchObject({ status: 'paid', payment_status: 'paid', total: '0.00' })
})

test('a discount can be at most the subtotal, and shipping is not included', async () => {
  const lines = [...(await createLines(2, '0.01')), ...(await createLines(1, '0.03'))]
  const made = await written({ lines, discount: '0.05', discount_label: 'Sorry', shipping: '7.00' })
  expect(made).toMatchObject({ subtotal: '0.05', discount: '0.05', shipping: '7.00', total: '7.00' })
  expect(made.lines.map((l: any) => [l.discount, l.total])).toEqual([
    ['0.02', '0.00'],
    ['0.03', '0.00'],
  ])
  const view = await shop.view(made.id)
  expect(view.adjustments).toEqual([{ label: 'Sorry', kind: 'manual', amount: '-0.05', goods: '-0.05', shipping: '0.00' }])
  const more = await write({ lines, discount: '0.06', shipping: '7.00' })
  expect([more.status, more.body.messages]).toEqual([
    422,
    { discount: ['The discount is larger than the subtotal. Enter a smaller amount.'] },
  ])
})

test('an order in another currency is converted line by line, and its total in the base currency is stored', async () => {
  const lines = await createLines(3, '0.99')
  const usd = await written({ lines, currency: 'USD', shipping: '1.00' })
  // 0.99 × 0.128 is 12.672 cents: each unit costs 13, and three cost 39, not 38.
  expect(usd).toMatchObject({ currency: 'USD', subtotal: '0.39', shipping: '1.00', total: '1.39', base_total: '10.86' })
  const yen = await written({ lines, currency: 'JPY' })
  // Yen has no decimals: each unit of 19.95 costs 20.
  expect(yen).toMatchObject({ subtotal: '60.00', base_total: '2.98' })
  const none = await write({ lines, currency: 'EUR' })
  expect([none.status, Object.keys(none.body.messages)]).toEqual([422, ['currency']])
  expect(await written({ lines, currency: 'HKD' })).toMatchObject({ currency: 'HKD', total: '2.97', base_total: '2.97' })
})

test('lines with unknown items are rejected by position and field name, and nothing is written', async () => {
  const [line] = await createLines()
  const before = (await shop.owner.get('/api/admin/order?limit=1')).body.meta?.total
  const refused = await write({ lines: [line, { stock_id: 999_999, quantity: 1 }, { kind: 'stock', subject_id: 999_999, quantity: 1 }] })
  expect(refused.status).toBe(422)
  expect(Object.keys(refused.body.messages)).toEqual(['lines.1.stock_id', 'lines.2.subject_id'])
  const kind = await write({ lines: [{ kind: 'moon', subject_id: 1, quantity: 1 }] })
  expect(Object.keys(kind.body.messages)).toEqual(['lines.0.subject_id'])
  for (const quantity of [0, -1, 10_000, 1.5])
    expect(Object.keys((await write({ lines: [{ ...line, quantity }] })).body.messages), `${quantity}`).toEqual(['lines.0.quantity'])
  expect((await shop.owner.get('/api/admin/order?limit=1')).body.meta?.total).toBe(before)
})

test('negative amounts are rejected by field', async () => {
  const [line] = await createLines()
  for (const [field, body] of [
    ['discount', { discount: '-1.00' }],
    ['shipping', { shipping: '-0.01' }],
    ['lines.0.unit_price', { lines: [{ ...line, unit_price: '-5.00', price_reason: 'x' }] }],
  ] as const)
    expect(Object.keys((await write({ lines: [line], ...body })).body.messages), field).toEqual([field])
})

test('an order for a customer takes name and email from the account; an unknown customer is rejected', async () => {
  const { id } = fine(
    await shop.owner.post('/api/admin/customer', {
      email: 'Ho@Shop.test',
      first_name: 'Wing',
      last_name: 'Ho',
      password: 'a long password',
    }),
  ).body
  const lines = await createLines()
  const made = await written({ lines, customer_id: id, customer: { email: 'other@shop.test', first_name: 'Other' } })
  expect(made).toMatchObject({ customer_id: id, email: 'ho@shop.test', first_name: 'Wing', last_name: 'Ho' })
  const refused = await write({ lines, customer_id: 999_999 })
  expect([refused.status, Object.keys(refused.body.messages)]).toEqual([422, ['customer_id']])
  const walk = await written({ lines, customer: { email: ' Walk@In.test ', first_name: 'Wai' } })
  expect(walk).toMatchObject({ customer_id: null, email: 'walk@in.test', first_name: 'Wai' })
})

test('one idempotency key creates one draft, however often it is sent', async () => {
  const lines = await createLines()
  const all = await Promise.all(Array.from({ length: 4 }, () => write({ lines }, 'draft-once')))
  expect(new Set(all.filter((a) => a.status === 201).map((a) => a.body.id)).size).toBe(1)
  const again = fine(await write({ lines }, 'draft-once')).body
  expect(all.every((a) => a.status !== 201 || a.body.id === again.id)).toBe(true)
})

test('a draft reserves no stock and cannot be paid; placing it reserves for the configured staff hold days', async () => {
  const lines = await createLines(3, '10.00', 3)
  fine(await shop.owner.put('/api/admin/settings/order', { staff_hold_days: 3 }))
  const made = await written({ lines, customer: { email: 'fong@shop.test' } })
  expect(await free(lines[0]?.stock_id ?? 0)).toBe(3)
  expect(made).toMatchObject({ status: 'draft', placed_at: null, hold_expires_at: null })
  expect((await shop.owner.post(`/api/admin/order/${made.id}/pay`, {})).status).toBe(409)
  expect((await shop.owner.post(`/api/admin/order/${made.id}/pay_link`, {})).status).toBe(409)
  const placedOrder = fine(await place(made.id)).body
  expect(await free(lines[0]?.stock_id ?? 0)).toBe(0)
  const days = (Date.parse(placedOrder.hold_expires_at) - Date.parse(placedOrder.placed_at)) / 86_400_000
  expect(Math.round(days * 100) / 100).toBe(3)
  expect(placedOrder.units_total).toBe(3)
  expect((await place(made.id)).status).toBe(409)
  fine(await shop.owner.put('/api/admin/settings/order', { staff_hold_days: 7 }))
})

test('a draft beyond the available stock can be saved, but placing it is rejected and it stays a draft', async () => {
  const tea = { stock_id: await shop.stock(5, '10.00'), quantity: 2 }
  const cup = { stock_id: await shop.stock(3, '10.00'), quantity: 4 }
  const made = await written({ lines: [tea, cup] })
  const refused = await place(made.id)
  expect([refused.status, refused.body.code]).toEqual([409, 'OUT_OF_STOCK'])
  expect(await shop.order(made.id)).toMatchObject({ status: 'draft', placed_at: null })
  expect([await free(tea.stock_id), await free(cup.stock_id)]).toEqual([5, 3])
  fine(await shop.owner.put(`/api/admin/order/${made.id}`, { lines: [tea, { ...cup, quantity: 3 }] }))
  expect(fine(await place(made.id)).body).toMatchObject({ status: 'pending', units_total: 5 })
})

test('a shipped order with a shipping fee needs an address before it is placed; pickup and free shipping do not', async () => {
  const lines = await createLines()
  const sent = await written({ lines, shipping: '40.00', shipping_title: 'Courier' })
  expect((await place(sent.id)).body.messages).toEqual({ shipping_address: ['This field is required.'] })
  fine(
    await shop.owner.put(`/api/admin/order/${sent.id}`, { lines, shipping: '40.00', shipping_title: 'Courier', shipping_address: address }),
  )
  const placedOrder = fine(await place(sent.id)).body
  expect([placedOrder.shipping_address.address, placedOrder.billing_address.address]).toEqual([address.address, address.address])
  const free = await written({ lines, shipping_title: 'By hand' })
  fine(await place(free.id))
  const bare = await written({ lines, shipping: '5.00' })
  fine(await place(bare.id))
  const file = [{ stock_id: await shop.stock(5, '10.00', { type: 'virtual' }), quantity: 1 }]
  const virtual = await written({ lines: file, shipping: '40.00', shipping_title: 'Courier' })
  fine(await place(virtual.id))
})

test('updating a draft replaces its content and keeps its number', async () => {
  const [tea, cup] = [await createLines(2, '20.00'), await createLines(1, '7.00')]
  const made = await written({ lines: [...tea, ...cup], discount: '5.00', discount_label: 'Once', customer_note: 'Ring twice' })
  const again = fine(await shop.owner.put(`/api/admin/order/${made.id}`, { lines: cup })).body
  expect(again).toMatchObject({ order_number: made.order_number, subtotal: '7.00', discount: '0.00', total: '7.00', customer_note: '' })
  expect(again.lines).toHaveLength(1)
  expect((await shop.view(made.id)).adjustments).toEqual([])
  expect((await shop.owner.put('/api/admin/order/999999', { lines: cup })).status).toBe(404)
})

test('canceling a draft sends no email', async () => {
  const made = await written({ lines: await createLines(), customer: { email: 'quiet@shop.test' } })
  expect(fine(await shop.owner.post(`/api/admin/order/${made.id}/cancel`, { reason: 'Wrong buyer' })).body.status).toBe('canceled')
  await shop.it.jobs()
  expect((await shop.owner.get('/api/admin/mail?q=quiet@shop.test')).body.data).toEqual([])
})

test('a draft is not in the order count of its customer until it is placed', async () => {
  const { id } = fine(
    await shop.owner.post('/api/admin/customer', {
      email: 'count@shop.test',
      first_name: 'C',
      last_name: 'D',
      password: 'a long password',
    }),
  ).body
  const count = async () => fine(await shop.owner.get(`/api/admin/customer/${id}`)).body.order_count
  await written({ lines: await createLines(), customer_id: id })
  const made = await written({ lines: await createLines(), customer_id: id })
  await shop.it.jobs()
  expect(await count()).toBe(0)
  fine(await place(made.id))
  await shop.it.jobs()
  expect(await count()).toBe(1)
})
