import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { fine, openShop, type Shop } from '../../../tests/support/selling-shop.ts'

/** A shop without the fulfilment and returns plugins. */
let shop: Shop
beforeAll(async () => {
  shop = await openShop({}, [], ['sales', 'inventory'])
})
afterAll(() => shop.it.close())

const paid = async (quantity = 1, more: object = {}) => {
  const order = await shop.buy(await shop.stock(5, '100.00', more), quantity)
  fine(await shop.owner.post(`/api/admin/order/${order.id}/payment`, { reference: `A-${order.id}` }))
  return { ...order, line: (await shop.order(order.id)).lines[0].id as number }
}
const move = (id: number, verb: string, body: object = {}) => shop.owner.post(`/api/admin/order/${id}/${verb}`, body)
const findPaymentId = async (id: number) =>
  (
    await shop.it.kernel.db.one<{ id: number }>(
      sql`select id from payment where document_type = 'order' and document_id = ${id} order by id desc limit 1`,
    )
  )?.id
const giveBack = async (id: number, amount: string, client = shop.owner) =>
  client.post(`/api/admin/payment/${await findPaymentId(id)}/refund`, { amount, reason: 'x', at_once: true })

test('without the fulfilment plugin an order is shipped and completed by its transitions, and units are counted per line', async () => {
  const o = await paid(3)
  fine(await move(o.id, 'ship'))
  expect(await shop.order(o.id)).toMatchObject({
    status: 'shipped',
    fulfilment_status: 'shipped',
    units_total: 3,
    units_shipped: 3,
    units_received: 0,
  })
  expect((await shop.order(o.id)).lines[0]).toMatchObject({ shipped_quantity: 3 })
  const out = await shop.it.kernel.db.one(
    sql`select sum(quantity)::int as n from inventory_movement where document_type = 'order' and document_id = ${o.id} and type = 'sale'`,
  )
  expect(out).toEqual({ n: -3 })
  fine(await move(o.id, 'complete'))
  expect(await shop.order(o.id)).toMatchObject({ status: 'completed', fulfilment_status: 'received', units_received: 3 })
})

test('completing an order ships its unshipped units', async () => {
  const o = await paid(2)
  fine(await move(o.id, 'process'))
  fine(await move(o.id, 'complete'))
  expect(await shop.order(o.id)).toMatchObject({ status: 'completed', units_shipped: 2, units_received: 2 })
})

test('order views omit shipments and refunds, and their routes do not exist', async () => {
  const o = await paid()
  const view = await shop.view(o.id)
  expect(Object.keys(view).sort()).toEqual(['adjustments', 'changeable', 'going_back', 'lines', 'order', 'shipping_title', 'taxes'])
  expect(view.going_back).toBe(false)
  expect(Object.keys(view.lines[0]).sort()).toEqual([
    'barcode',
    'canceled',
    'discounts',
    'id',
    'name',
    'options',
    'physical',
    'quantity',
    'shipped',
  ])
  const orderView = fine(await shop.it.guest.get(`/api/order/${o.number}?token=${o.token}`)).body
  for (const name of ['shipments', 'returns', 'refunds']) expect(orderView).not.toHaveProperty(name)
  expect(Object.keys(orderView.may).sort()).toEqual(['cancel', 'comment', 'pay', 'proof', 'receipt'])
  for (const verb of ['shipment', 'return', 'refund']) expect((await move(o.id, verb, { reason: 'x' })).status).toBe(404)
})

test('a paid order cannot be called off; refunding its payment makes it refunded', async () => {
  const o = await paid()
  const refused = await move(o.id, 'call_off', { reason: 'Sold out' })
  expect([refused.status, refused.body.messages]).toEqual([
    409,
    { status: ['A payment was received for this order. Refund it first, or cancel the order with a refund.'] },
  ])
  fine(await giveBack(o.id, '140.00'))
  expect(await shop.order(o.id)).toMatchObject({ status: 'refunded', refunded: '140.00' })
  expect(
    await shop.available(`G${await shop.it.kernel.db.one<{ n: number }>(sql`select count(*)::int as n from product`).then((r) => r?.n)}`),
  ).toBe(5)
})

test('a flagged order without payments can be resolved as canceled', async () => {
  const o = await shop.buy(await shop.stock(2))
  fine(await move(o.id, 'flag', { reason: 'Two names' }))
  fine(await move(o.id, 'resolve_canceled', { reason: 'Nobody answers' }))
  expect(await shop.order(o.id)).toMatchObject({ status: 'canceled' })
})

test('the refund limit per person applies to payment refunds as well', async () => {
  fine(await shop.owner.put('/api/admin/settings/order', { refund_limit: '50.00' }))
  const o = await paid()
  const clerk = await shop.it.staff(['refund payment', 'get payment'])
  fine(await giveBack(o.id, '30.00', clerk))
  expect((await giveBack(o.id, '30.00', clerk)).body.messages).toEqual({
    amount: ['You can refund up to 50.00 of an order without approval.'],
  })
  fine(await shop.owner.put('/api/admin/settings/order', { refund_limit: '0.00' }))
})

test('a payment that arrives after the stock is gone leaves the order abnormal for review', async () => {
  const stock = await shop.stock(1)
  const late = await shop.buy(stock)
  await shop.it.kernel.db.run(sql`update sales_order set hold_expires_at = now() - interval '1 minute' where id = ${late.id}`)
  await shop.it.clock('sales/expire')
  await shop.buy(stock)
  const { PAYABLE_DOCUMENTS } = await import('stoa/plugins/payments')
  const settlement = { captured: 14_000, refunded: 0, charged_back: 0, attempt_status: 'paid', reason: '' } as const
  const { kernel, ctx } = shop.it
  expect(
    await kernel.transaction(
      (tx) =>
        kernel.contributions(PAYABLE_DOCUMENTS).get('order')?.applySettlement(tx, ctx, late.id, settlement) ?? Promise.resolve(undefined),
    ),
  ).toBe('late')
  expect(await shop.order(late.id)).toMatchObject({ status: 'abnormal', abnormal_kind: 'late' })
})

test('the invariant checks pass after these tests', async () => {
  for (const plugin of shop.it.kernel.registry.plugins)
    for (const [name, check] of Object.entries(plugin.checks ?? {})) {
      // One order has simulated payment updates only.
      if (plugin.id === 'payments' || name === 'every order has a history and a payment') continue
      expect(await check(shop.it.kernel), `${plugin.id}: ${name}`).toEqual([])
    }
})
