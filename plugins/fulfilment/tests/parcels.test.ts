import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { checks } from '../checks.ts'
import { fine, openShop, type Shop } from '../../../tests/support/selling-shop.ts'

/** Shipment transitions, and their effect on the order and the inventory. */
let shop: Shop
let made = 0
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.it.close())

const paid = async (quantity: number, left = 10) => {
  const stock = await shop.stock(left)
  const order = await shop.buy(stock, quantity)
  fine(await shop.owner.post(`/api/admin/order/${order.id}/pay`, { reference: `P-${order.id}` }))
  return { ...order, stock, sku: `G${++made}`, line: (await shop.order(order.id)).lines[0].id as number }
}
type Paid = Awaited<ReturnType<typeof paid>>
const pack = (o: Paid, quantity: number, status = 'draft', more: object = {}) =>
  shop.owner.post(`/api/admin/order/${o.id}/shipment`, { lines: [{ order_line_id: o.line, quantity }], status, ...more })
const packed = async (o: Paid, quantity: number, status = 'draft', more: object = {}) =>
  fine(await pack(o, quantity, status, more)).body.id as number
const put = (id: number, body: object) => shop.owner.put(`/api/admin/shipment/${id}`, body)
const move = (o: Paid, verb: string, body: object = {}) => shop.owner.post(`/api/admin/order/${o.id}/${verb}`, body)
/** Units booked as sold, units on hand, and reserved units. */
const goods = async (o: Paid) => {
  const row = await shop.it.kernel.db.one<{ out: number; there: number; held: number }>(sql`select
    (select coalesce(-sum(quantity), 0)::int from inventory_movement where document_type = 'order' and document_id = ${o.id} and type = 'sale') as out,
    (select sum(quantity)::int from inventory where stock_id = ${o.stock}) as there,
    (select sum(reserved)::int from inventory where stock_id = ${o.stock}) as held`)
  return [row?.out, row?.there, row?.held]
}
const line = async (o: Paid) => (await shop.view(o.id)).lines[0]

test('a parcel follows the transitions of its table; a rejected one changes neither order nor inventory', async () => {
  const steps: Record<string, string[]> = {
    draft: ['draft', 'processing', 'shipped', 'received', 'canceled'],
    processing: ['processing', 'shipped', 'received', 'canceled'],
    shipped: ['shipped', 'received', 'abnormal'],
    received: ['received', 'completed'],
  }
  for (const [from, allowed] of Object.entries(steps))
    for (const to of ['draft', 'processing', 'shipped', 'received', 'completed', 'canceled', 'abnormal']) {
      if (allowed.includes(to)) continue
      // One unit is not packed, so that the order is not completed by the shipment.
      const o = await paid(2)
      const id = await packed(o, 1, from)
      const before = [await goods(o), (await shop.order(o.id)).status]
      const refused = await put(id, { status: to, reason: 'x' })
      expect([from, to, refused.status >= 400 && refused.status < 500]).toEqual([from, to, true])
      expect([await goods(o), (await shop.order(o.id)).status]).toEqual(before)
    }
})

test('packing starts the order; shipping deducts the units of the parcel, and repeating it deducts nothing more', async () => {
  const o = await paid(3)
  expect(await goods(o)).toEqual([0, 10, 3])
  const id = await packed(o, 2)
  expect([(await shop.order(o.id)).status, await goods(o)]).toEqual(['processing', [0, 10, 3]])
  fine(await put(id, { status: 'shipped' }))
  fine(await put(id, { status: 'shipped' }))
  expect(await goods(o)).toEqual([2, 8, 1])
  expect(await shop.order(o.id)).toMatchObject({ status: 'processing', units_shipped: 2 })
  expect(await line(o)).toMatchObject({ shipped: 2, to_pack: 1 })
})

test('lost units that are shipped again are deducted twice, and the order becomes abnormal for staff', async () => {
  const o = await paid(2)
  const id = await packed(o, 2, 'shipped')
  fine(await put(id, { status: 'abnormal', reason: 'Lost at sea' }))
  expect(await shop.order(o.id)).toMatchObject({ status: 'abnormal', abnormal_kind: 'goods' })
  fine(await put(id, { status: 'canceled' }))
  expect(await goods(o)).toEqual([2, 8, 0])
  fine(await move(o, 'resolve_processing', { reason: 'Send it again' }))
  expect(await goods(o)).toEqual([2, 8, 2])
  expect(await line(o)).toMatchObject({ shipped: 0, to_pack: 2 })
  await packed(o, 2, 'shipped')
  expect(await goods(o)).toEqual([4, 6, 0])
  expect(await shop.order(o.id)).toMatchObject({ status: 'shipped', units_shipped: 2 })
})

test('units cannot be reshipped without inventory when the order is resolved before the lost parcel is canceled', async () => {
  const o = await paid(2)
  const id = await packed(o, 2, 'shipped')
  fine(await put(id, { status: 'abnormal', reason: 'Lost at sea' }))
  fine(await move(o, 'resolve_processing', { reason: 'We send it again' }))
  expect(await shop.order(o.id)).toMatchObject({ status: 'shipped' })
  fine(await put(id, { status: 'canceled' }))
  expect(await shop.order(o.id)).toMatchObject({ status: 'abnormal', abnormal_kind: 'goods', units_shipped: 0 })
  expect((await pack(o, 2)).status).toBe(409)
  fine(await move(o, 'resolve_processing', { reason: 'We do' }))
  expect(await goods(o)).toEqual([2, 8, 2])
  await packed(o, 2, 'shipped')
  expect(await goods(o)).toEqual([4, 6, 0])
})

test('a replacement is not shipped while there is no inventory for it', async () => {
  const o = await paid(2, 2)
  const id = await packed(o, 2, 'shipped')
  fine(await put(id, { status: 'abnormal', reason: 'Lost at sea' }))
  fine(await move(o, 'resolve_processing', { reason: 'We send it again' }))
  fine(await put(id, { status: 'canceled' }))
  const refused = await move(o, 'resolve_processing', { reason: 'We do' })
  expect([refused.status, refused.body.code]).toEqual([409, 'OUT_OF_STOCK'])
  expect(await goods(o)).toEqual([2, 0, 0])
})

test('a parcel reported lost can still be received', async () => {
  const o = await paid(1)
  const id = await packed(o, 1, 'shipped')
  fine(await put(id, { status: 'abnormal', reason: 'Nothing heard for weeks' }))
  fine(await put(id, { status: 'received' }))
  expect(await shop.order(o.id)).toMatchObject({ status: 'abnormal', units_received: 1 })
  fine(await move(o, 'resolve_processing', { reason: 'It came' }))
  expect(await shop.order(o.id)).toMatchObject({ status: 'completed', fulfilment_status: 'received' })
  expect(await goods(o)).toEqual([1, 9, 0])
})

test('packed units are in no other parcel, can be packed again after it is canceled, and are freed with the order', async () => {
  const o = await paid(2)
  const id = await packed(o, 2, 'processing')
  expect((await pack(o, 1)).body.messages).toEqual({ 'lines.0.quantity': ['Only 0 are left.'] })
  fine(await put(id, { status: 'canceled' }))
  await packed(o, 2)
  fine(await move(o, 'call_off', { reason: 'Sold out' }))
  expect((await shop.view(o.id)).shipments.map((s: any) => s.status)).toEqual(['canceled', 'canceled'])
  expect(await goods(o)).toEqual([0, 10, 0])
  expect((await pack(o, 1)).status).toBe(409)
})

test('unpaid, closed, foreign and unknown orders cannot be packed', async () => {
  const stock = await shop.stock(5)
  made++
  const unpaid = await shop.buy(stock, 1)
  const [{ id: ownLineId }] = (await shop.order(unpaid.id)).lines
  const other = await paid(1)
  const tries = async (order: number, lines: object[]) => {
    const { status, body } = await shop.owner.post(`/api/admin/order/${order}/shipment`, { lines })
    return [status, Array.isArray(body.messages) ? [] : Object.keys(body.messages ?? {})]
  }
  expect((await tries(unpaid.id, [{ order_line_id: ownLineId, quantity: 1 }]))[0]).toBe(409)
  expect(await tries(other.id, [{ order_line_id: ownLineId, quantity: 1 }])).toEqual([422, ['lines.0.order_line_id']])
  expect(await tries(other.id, [])).toEqual([422, ['lines']])
  for (const quantity of [0, -1, 10_000])
    expect(await tries(other.id, [{ order_line_id: other.line, quantity }])).toEqual([422, ['lines.0.quantity']])
  expect((await tries(999_999, [{ order_line_id: ownLineId, quantity: 1 }]))[0]).toBe(404)
  expect((await shop.order(other.id)).status).toBe('paid')
})

test('the same key packs one parcel', async () => {
  const o = await paid(3)
  const body = { lines: [{ order_line_id: o.line, quantity: 1 }], status: 'shipped' }
  const send = () => shop.owner.post(`/api/admin/order/${o.id}/shipment`, body, { 'idempotency-key': 'parcel-once' })
  const first = fine(await send()).body
  expect(fine(await send()).body.id).toBe(first.id)
  expect(await goods(o)).toEqual([1, 9, 2])
})

test('a parcel is announced as ready for pickup while it waits, and not after it left', async () => {
  const o = await paid(1)
  const id = await packed(o, 1)
  const ready = fine(await put(id, { ready: true })).body
  expect([ready.collect, ready.ready_at !== null]).toEqual([true, true])
  const again = fine(await put(id, { ready: true })).body
  expect(again.ready_at).toBe(ready.ready_at)
  fine(await put(id, { status: 'shipped' }))
  expect((await put(id, { ready: true })).status).toBe(409)
  await shop.it.jobs()
  const subjects = fine(await shop.owner.get(`/api/admin/mail?q=${o.number}&limit=50`)).body.data.map((m: any) => m.subject)
  expect(subjects.filter((s: string) => s.includes('ready for pickup'))).toHaveLength(1)
  expect(subjects.filter((s: string) => s.includes('has shipped'))).toHaveLength(0)
})

test('a parcel stores weight and carrier, and rejects an invalid weight', async () => {
  const o = await paid(1)
  for (const weight_g of [0, -5, 10_000_001])
    expect(Object.keys((await pack(o, 1, 'draft', { weight_g })).body.messages)).toEqual(['weight_g'])
  const id = await packed(o, 1, 'draft', { weight_g: 10_000_000, carrier_name: 'SF', tracking_number: 'SF9' })
  expect(fine(await put(id, { weight_g: 1 })).body).toMatchObject({ weight_g: 1, carrier_name: 'SF', tracking_number: 'SF9' })
  expect(fine(await put(id, { carrier_name: 'Post' })).body).toMatchObject({ weight_g: 1, carrier_name: 'Post', tracking_number: '' })
})

test('all parcel invariants hold after the tests above, and a violation is detected', async () => {
  for (const [name, check] of Object.entries(checks)) expect(await check(shop.it.kernel), name).toEqual([])
  const o = await paid(2)
  await packed(o, 1, 'shipped')
  await shop.it.kernel.db.run(sql`update order_line set shipped_quantity = 2 where id = ${o.line}`)
  expect(await checks['shipped units equal shipments that left'](shop.it.kernel)).toEqual([`${o.number}, line ${o.line}`])
})
