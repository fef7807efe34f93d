import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { EVERY_PLUGIN, fine, openShop, type Shop } from '../../../tests/support/selling-shop.ts'

/** Partial shipments and cancellations in a shop with every plugin: each unit is booked once. */
let shop: Shop
beforeAll(async () => {
  shop = await openShop({}, [], EVERY_PLUGIN)
})
afterAll(() => shop.it.close())

const paid = async (quantity: number, left: number, more: object = {}) => {
  const stock = await shop.stock(left, '100.00', more)
  return { ...(await createOrder(stock, quantity)), stock }
}
async function createOrder(stock: number, quantity: number) {
  const order = await shop.buy(stock, quantity)
  const { total } = await shop.order(order.id)
  if (Number(total) > 0) fine(await shop.owner.post(`/api/admin/order/${order.id}/pay`, { reference: `P-${order.id}` }))
  return { id: order.id, line: (await shop.order(order.id)).lines[0].id as number }
}
const send = (o: { id: number; line: number }, quantity: number) =>
  shop.owner.post(`/api/admin/order/${o.id}/shipment`, {
    lines: [{ order_line_id: o.line, quantity }],
    status: 'shipped',
    carrier_name: 'x',
    tracking_number: 't',
  })
const cancel = (o: { id: number; line: number }, quantity: number) =>
  shop.owner.post(`/api/admin/order/${o.id}/refund`, {
    lines: [{ order_line_id: o.line, quantity, cancel: quantity }],
    method: 'cash',
    reason: 'x',
  })
const lying = (stock: number) =>
  shop.it.kernel.db.one(sql`select sum(quantity)::int as quantity, sum(reserved)::int as reserved from inventory where stock_id = ${stock}`)
const booked = async (order: number) =>
  (
    await shop.it.kernel.db.rows<{ quantity: number }>(
      sql`select quantity from inventory_movement where document_type = 'order' and document_id = ${order} order by id`,
    )
  ).map(({ quantity }) => quantity)

test('a shipment with part of a line deducts that part from inventory, and the next shipment the rest', async () => {
  const o = await paid(3, 20)
  fine(await send(o, 2))
  expect(await lying(o.stock)).toEqual({ quantity: 18, reserved: 1 })
  fine(await send(o, 1))
  expect(await lying(o.stock)).toEqual({ quantity: 17, reserved: 0 })
  expect(await booked(o.id)).toEqual([-2, -1])
})

test('canceling part of a line releases that part, and reserved units are not sold to others', async () => {
  const o = await paid(4, 4)
  fine(await cancel(o, 1))
  expect(await lying(o.stock)).toEqual({ quantity: 4, reserved: 3 })
  const cart = await shop.it.guest.post('/api/cart/item', { stock_id: o.stock, quantity: 2 })
  expect(cart.status).toBe(422)
  const other = await createOrder(o.stock, 1)
  fine(await send(other, 1))
  fine(await send(o, 3))
  expect(await lying(o.stock)).toEqual({ quantity: 0, reserved: 0 })
})

test('items without shipping are deducted from inventory when the order is completed, and not reserved forever', async () => {
  const o = await paid(1, 5, { type: 'virtual' })
  expect(await shop.order(o.id)).toMatchObject({ status: 'completed' })
  expect(await lying(o.stock)).toEqual({ quantity: 4, reserved: 0 })
  expect(await booked(o.id)).toEqual([-1])
})
