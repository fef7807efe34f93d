import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#core'
import { fine, openShop, type Shop } from '../../../tests/support/selling.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.it.close())

const paid = async (stock: number, quantity: number) => {
  const order = await shop.buy(stock, quantity)
  fine(await shop.owner.post(`/api/admin/order/${order.id}/pay`, { reference: `T-${order.id}` }))
  return { ...order, line: (await shop.order(order.id)).lines[0].id as number }
}
const ship = (id: number, line: number, quantity: number, status = 'shipped') =>
  shop.owner.post(`/api/admin/order/${id}/shipment`, { lines: [{ order_line_id: line, quantity }], status, tracking_number: 'SF1' })
const moved = (type: string, id: number) =>
  shop.it.kernel.db.one<{ n: number }>(
    sql`select coalesce(sum(quantity), 0)::int as n from inventory_movement where document_type = 'order' and document_id = ${id} and type = ${type}`,
  )

test('an order is sent in parts: each part books its own goods out, and the last one makes it shipped', async () => {
  const o = await paid(await shop.stock(5), 3)
  expect(await shop.order(o.id)).toMatchObject({
    status: 'paid',
    payment_status: 'paid',
    fulfilment_status: 'pending',
    units_total: 3,
    units_shipped: 0,
  })
  const first = fine(await ship(o.id, o.line, 2)).body
  expect(first).toMatchObject({ status: 'shipped', number: expect.stringMatching(/^SH\d{11,}$/) })
  expect(await shop.order(o.id)).toMatchObject({ status: 'processing', fulfilment_status: 'processing', units_total: 3, units_shipped: 2 })
  expect(await moved('sale', o.id)).toEqual({ n: -2 })
  const over = await ship(o.id, o.line, 2)
  expect(over.status).toBe(422)
  expect(over.body.messages).toEqual({ 'lines.0.quantity': ['Only 1 is left.'] })
  const second = fine(await ship(o.id, o.line, 1)).body
  expect(await shop.order(o.id)).toMatchObject({ status: 'shipped', fulfilment_status: 'shipped', units_shipped: 3 })
  for (const { id } of [first, second]) fine(await shop.owner.put(`/api/admin/shipment/${id}`, { status: 'received' }))
  expect(await shop.order(o.id)).toMatchObject({ status: 'completed', fulfilment_status: 'received', units_received: 3 })
  expect(await moved('sale', o.id)).toEqual({ n: -3 })
  await shop.it.jobs()
  const mails = await shop.owner.get('/api/admin/mail?limit=50')
  const subjects = mails.body.data.map((m: any) => m.subject).filter((s: string) => s.includes(o.number))
  expect(subjects.filter((s: string) => s.includes('on its way'))).toHaveLength(2)
  expect(subjects.filter((s: string) => s.includes('received your payment'))).toHaveLength(1)
})

test('twenty people who pack the same order at once never send more than was ordered', async () => {
  const o = await paid(await shop.stock(30), 7)
  const answers = await Promise.all(Array.from({ length: 20 }, () => ship(o.id, o.line, 1)))
  // A crowded machine may ask somebody to try again; nobody is told that it worked when it did not.
  let sent = answers.filter((a) => a.status === 201).length
  expect(sent).toBeLessThanOrEqual(7)
  expect(answers.filter((a) => a.status >= 500 && a.status !== 503)).toEqual([])
  while (sent < 7) {
    fine(await ship(o.id, o.line, 1))
    sent++
  }
  expect((await ship(o.id, o.line, 1)).status).toBe(422)
  expect((await shop.order(o.id)).lines[0]).toMatchObject({ quantity: 7, shipped_quantity: 7 })
  expect(await moved('sale', o.id)).toEqual({ n: -7 })
})

test('a shipment that is given up frees its units, and one that waits is sent with the rest', async () => {
  const o = await paid(await shop.stock(4), 4)
  const draft = fine(await ship(o.id, o.line, 3, 'draft')).body
  expect((await shop.view(o.id)).lines[0]).toMatchObject({ to_pack: 1, shipped: 0 })
  fine(await shop.owner.put(`/api/admin/shipment/${draft.id}`, { status: 'canceled' }))
  expect((await shop.view(o.id)).lines[0]).toMatchObject({ to_pack: 4 })
  fine(await ship(o.id, o.line, 1, 'processing'))
  fine(await shop.owner.post(`/api/admin/order/${o.id}/ship`))
  const view = await shop.view(o.id)
  expect(view.order).toMatchObject({ status: 'shipped', units_shipped: 4 })
  expect(view.shipments.map((s: any) => s.status)).toEqual(['canceled', 'shipped', 'shipped'])
})

test('goods to collect are announced once and handed over in one step', async () => {
  const o = await paid(await shop.stock(2), 1)
  const s = fine(
    await shop.owner.post(`/api/admin/order/${o.id}/shipment`, { lines: [{ order_line_id: o.line, quantity: 1 }], collect: true }),
  ).body
  fine(await shop.owner.put(`/api/admin/shipment/${s.id}`, { ready: true }))
  fine(await shop.owner.put(`/api/admin/shipment/${s.id}`, { ready: true }))
  fine(await shop.owner.put(`/api/admin/shipment/${s.id}`, { status: 'received' }))
  await shop.it.jobs()
  expect(await shop.order(o.id)).toMatchObject({ status: 'completed', fulfilment_status: 'received' })
  const mails = (await shop.owner.get('/api/admin/mail?limit=50')).body.data.filter((m: any) => m.subject.includes(o.number))
  expect(mails.filter((m: any) => m.subject.includes('ready to collect'))).toHaveLength(1)
  expect(mails.filter((m: any) => m.subject.includes('on its way'))).toHaveLength(0)
})

test('the database itself refuses to send more than was ordered, or to take back more than was sent', async () => {
  const o = await paid(await shop.stock(2), 1)
  const { db } = shop.it.kernel
  await expect(db.run(sql`update order_line set shipped_quantity = 2 where id = ${o.line}`)).rejects.toThrow('order_line_shipped_check')
  await expect(db.run(sql`update order_line set returned_quantity = 1 where id = ${o.line}`)).rejects.toThrow('order_line_returned_check')
  await expect(db.run(sql`update order_line set refunded_minor = total_minor + 1 where id = ${o.line}`)).rejects.toThrow(
    'order_line_refunded_check',
  )
})

test('a note on a parcel leaves who carries it; another carrier takes the tracking along', async () => {
  const o = await paid(await shop.stock(5), 1)
  const parcel = fine(
    await shop.owner.post(`/api/admin/order/${o.id}/shipment`, {
      lines: [{ order_line_id: o.line, quantity: 1 }],
      carrier_name: 'Runner',
      tracking_number: 'R-1',
    }),
  ).body
  const put = async (body: object) => fine(await shop.owner.put(`/api/admin/shipment/${parcel.id}`, body)).body
  expect(parcel.weight_g).toBeNull()
  expect(await put({ weight_g: 1250 })).toMatchObject({ weight_g: 1250, carrier_name: 'Runner' })
  expect((await shop.owner.put(`/api/admin/shipment/${parcel.id}`, { weight_g: 0 })).body.messages).toHaveProperty('weight_g')
  expect(await put({ note: 'At the back door' })).toMatchObject({
    weight_g: 1250,
    carrier_name: 'Runner',
    tracking_number: 'R-1',
    note: 'At the back door',
  })
  expect(await put({ carrier_name: 'Walker' })).toMatchObject({ carrier_name: 'Walker', tracking_number: '', note: 'At the back door' })
  expect((await shop.owner.put(`/api/admin/shipment/${parcel.id}`, { carrier_id: 999_999 })).body.messages).toHaveProperty('carrier_id')
})
