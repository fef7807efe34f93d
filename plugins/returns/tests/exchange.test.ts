import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { address, fine, openShop, type Shop } from '../../../tests/support/selling-shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.it.close())

/** Creates a paid and shipped order with one line. */
const sent = async (quantity: number, price = '100.00') => {
  const order = await shop.buy(await shop.stock(9, price), quantity)
  fine(await shop.owner.post(`/api/admin/order/${order.id}/payment`, { reference: `paid ${order.id}` }))
  fine(await shop.owner.post(`/api/admin/order/${order.id}/ship`, {}))
  return { ...order, line: (await shop.order(order.id)).lines[0].id as number }
}
type Sent = Awaited<ReturnType<typeof sent>>
const ask = (o: Sent, quantity: number, replacements: object[], client = shop.owner) =>
  client.post(`/api/admin/order/${o.id}/return`, { kind: 'exchange', lines: [{ order_line_id: o.line, quantity }], replacements })
const receive = (o: Sent, id: number, received: number, resaleable = received) =>
  shop.owner.put(`/api/admin/return/${id}`, { lines: [{ order_line_id: o.line, received, resaleable }] })
const exchange = async (o: Sent, quantity: number, stock: number, units = 1) => {
  const { id } = fine(await ask(o, quantity, [{ stock_id: stock, quantity: units }])).body
  const back = fine(await receive(o, id, quantity)).body
  return { id, back, replacement: await shop.order(back.replacement_order_id), full: await shop.view(o.id) }
}
const there = async (stock: number) =>
  shop.it.kernel.db.one<{ quantity: number; reserved: number }>(
    sql`select sum(quantity)::int as quantity, sum(reserved)::int as reserved from inventory where stock_id = ${stock}`,
  )
const sound = async () => {
  for (const { id, checks = {} } of shop.it.kernel.registry.plugins)
    for (const [name, check] of Object.entries(checks)) expect([id, name, await check(shop.it.kernel)]).toEqual([id, name, []])
}

test('an even exchange ships the replacement in an order of its own, paid by the returned value', async () => {
  const o = await sent(2)
  const other = await shop.stock(3)
  const { back, replacement, full } = await exchange(o, 1, other)
  expect(back).toMatchObject({ status: 'completed' })
  expect(replacement).toMatchObject({ status: 'paid', total: '100.00', paid: '100.00', shipping: '0.00', email: 'may@shop.test' })
  expect(replacement.shipping_address).toEqual((await shop.order(o.id)).shipping_address)
  expect(full.refunds).toMatchObject([{ method: 'exchange', amount: '100.00', status: 'completed', lines: [{ quantity: 1 }] }])
  expect(full.returns[0]).toMatchObject({
    replacement_order_number: replacement.order_number,
    replacements: [{ stock_id: other, quantity: 1 }],
  })
  expect([await there(other), (await shop.order(o.id)).refunded]).toEqual([{ quantity: 3, reserved: 1 }, '100.00'])
  await shop.it.jobs()
  const mails = (await shop.owner.get('/api/admin/mail?limit=100')).body.data.map((m: any) => m.subject)
  expect(mails).not.toContainEqual(expect.stringMatching(new RegExp(`refund.*${o.number}`, 'i')))
  await sound()
})

test('a more expensive replacement leaves the difference due, and a cheaper one refunds it to the original payment', async () => {
  const dear = await exchange(await sent(1), 1, await shop.stock(3, '130.00'))
  expect(dear.replacement).toMatchObject({ status: 'pending', total: '130.00', paid: '100.00' })
  expect(fine(await shop.owner.post(`/api/admin/order/${dear.replacement.id}/payment`, { reference: 'rest' })).body).toMatchObject({
    status: 'paid',
  })
  const cheap = await exchange(await sent(2), 2, await shop.stock(3, '30.00'), 2)
  expect(cheap.replacement).toMatchObject({ status: 'paid', total: '60.00', paid: '60.00' })
  expect(cheap.full.refunds).toMatchObject([
    { method: 'exchange', amount: '60.00', status: 'completed', lines: [{ quantity: 2 }] },
    { method: 'original', amount: '140.00', status: 'process' },
  ])
  expect(cheap.full.left.amount).toBe('40.00')
  await sound()
})

test('the replacement is ordered once, when all units are received, also with concurrent requests', async () => {
  const o = await sent(2)
  const other = await shop.stock(3)
  const { id } = fine(await ask(o, 2, [{ stock_id: other, quantity: 1 }])).body
  expect(fine(await receive(o, id, 1)).body).toMatchObject({ status: 'partial_received', replacement_order_id: null })
  const both = await Promise.all([receive(o, id, 1), receive(o, id, 1)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect((await receive(o, id, 1)).status).toBe(409)
  expect(await there(other)).toEqual({ quantity: 3, reserved: 1 })
  const orders = await shop.it.kernel.db.rows(sql`select 1 from order_line where stock_id = ${other}`)
  expect(orders).toHaveLength(1)
  // Units whose value paid for the replacement cannot be refunded as well.
  const refund = { lines: [{ order_line_id: o.line, quantity: 1 }], reason: 'x', method: 'cash' }
  expect((await shop.owner.post(`/api/admin/order/${o.id}/refund`, refund)).status).toBe(422)
  await sound()
})

test('an exchange with an unavailable replacement cannot be received until its replacements are changed', async () => {
  const o = await sent(1)
  const none = await shop.stock(0)
  const { id } = fine(await ask(o, 1, [{ stock_id: none, quantity: 1 }])).body
  expect((await receive(o, id, 1)).status).toBe(409)
  expect((await shop.order(o.id)).lines[0].returned_quantity).toBe(0)
  const name = (replacements: object[]) => shop.owner.put(`/api/admin/return/${id}`, { replacements })
  expect((await name([{ stock_id: 999_999, quantity: 1 }])).body.messages).toHaveProperty(['replacements.0.stock_id'])
  for (const quantity of [0, -1, 1.5]) expect((await name([{ stock_id: none, quantity }])).status).toBe(422)
  fine(await name([]))
  expect(fine(await receive(o, id, 1)).body).toMatchObject({ status: 'received', replacement_order_id: null })
  expect((await name([{ stock_id: none, quantity: 1 }])).status).toBe(409)
  await sound()
})

test('only exchanges have replacements, and choosing them requires the permission to create orders', async () => {
  const o = await sent(1)
  const stock_id = await shop.stock(1)
  const plain = { lines: [{ order_line_id: o.line, quantity: 1 }], replacements: [{ stock_id, quantity: 1 }] }
  expect((await shop.owner.post(`/api/admin/order/${o.id}/return`, plain)).status).toBe(409)
  const clerk = await shop.it.staff(['get order', 'return order'])
  expect((await ask(o, 1, [{ stock_id, quantity: 1 }], clerk)).body.messages).toHaveProperty('replacements')
  fine(await ask(o, 1, [], clerk))
})

test('the refund limit applies to amounts paid out, not to the value used for the replacement', async () => {
  await shop.it.kernel.settings.write(shop.it.kernel, shop.it.ctx, 'order', { refund_limit: '50.00' }, 'en-US')
  const { full } = await exchange(await sent(2), 2, await shop.stock(3, '120.00'))
  expect(full.refunds).toMatchObject([
    { method: 'exchange', amount: '120.00', status: 'completed' },
    { method: 'original', amount: '80.00', status: 'pending' },
  ])
  await shop.it.kernel.settings.write(shop.it.kernel, shop.it.ctx, 'order', { refund_limit: '0.00' }, 'en-US')
})

test('a deleted product cannot be a replacement, and the error names its line', async () => {
  const o = await sent(2)
  const other = await shop.stock(3)
  const { id } = fine(await ask(o, 1, [{ stock_id: other, quantity: 1 }])).body
  const { product_id } = (await shop.it.kernel.db.one<{ product_id: number }>(sql`select product_id from stock where id = ${other}`)) ?? {}
  fine(await shop.owner.delete(`/api/admin/product/${product_id}`))
  const back = await receive(o, id, 1)
  expect([back.status, back.body.messages]).toEqual([422, { 'replacements.0.stock_id': ['Please choose one of the available options.'] }])
  expect((await ask(o, 1, [{ stock_id: other, quantity: 1 }])).body.messages).toEqual({
    'replacements.0.stock_id': ['Please choose one of the available options.'],
  })
  fine(await shop.owner.put(`/api/admin/return/${id}`, { replacements: [] }))
  expect(fine(await receive(o, id, 1)).body.status).toBe('received')
  await sound()
})

test('the value of returned units is split into whole yen', async () => {
  const rates = [
    ['HKD', '1'],
    ['JPY', '19.35'],
  ]
  fine(
    await shop.owner.put('/api/admin/settings/currency', {
      base_currency: 'HKD',
      supported_currencies: rates.map(([identifier, rate]) => ({ identifier, rate, mark: '' })),
    }),
  )
  const stocks = [await shop.stock(9, '10.00'), await shop.stock(9, '20.00'), await shop.stock(9, '31.00')]
  const draft = { currency: 'JPY', lines: stocks.map((stock_id) => ({ stock_id, quantity: 1 })), shipping_address: address }
  const { id } = fine(await shop.owner.post('/api/admin/order', draft)).body
  fine(await shop.owner.post(`/api/admin/order/${id}/place`))
  fine(await shop.owner.post(`/api/admin/order/${id}/payment`, { reference: 'yen' }))
  fine(await shop.owner.post(`/api/admin/order/${id}/ship`, {}))
  const units = (await shop.order(id)).lines.map((line: { id: number }) => ({ order_line_id: line.id, quantity: 1 }))
  const replacements = [{ stock_id: await shop.stock(3, '25.00'), quantity: 1 }]
  const back = fine(await shop.owner.post(`/api/admin/order/${id}/return`, { kind: 'exchange', lines: units, replacements })).body
  const received = units.map(({ order_line_id }: { order_line_id: number }) => ({ order_line_id, received: 1, resaleable: 1 }))
  fine(await shop.owner.put(`/api/admin/return/${back.id}`, { lines: received }))
  const { refunds } = await shop.view(id)
  expect(refunds.map(({ method }: { method: string }) => method)).toEqual(['exchange', 'original'])
  const odd = sql`select 1 from refund_line l join refund r on r.id = l.refund_id where r.order_id = ${id} and l.amount_minor % 100 <> 0`
  expect(await shop.it.kernel.db.rows(odd)).toEqual([])
})
