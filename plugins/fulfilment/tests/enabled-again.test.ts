import { afterAll, beforeAll, expect, test } from 'vitest'
import { definePlugin, extendResource, type NamedTransition, sql } from 'stoa'
import { shipment } from 'stoa/plugins/fulfilment'
import { fine, openShop, type Shop } from '../../../tests/support/selling-shop.ts'
import { catchUp } from '../services/catch-up.ts'

/** A shop where the plugin was enabled, then disabled for a while, and is enabled again. */
let shop: Shop
const transitions: string[] = []
const hear = ({ action, row }: NamedTransition) => void transitions.push(`${action} of ${String(row.status)}`)
const extension = definePlugin({
  id: 'hearer',
  requires: ['fulfilment'],
  extend: [extendResource(shipment, { hooks: { afterTransition: hear } })],
})
beforeAll(async () => {
  shop = await openShop({ extra: [extension] })
})
afterAll(() => shop.it.close())

const paid = async (quantity: number) => {
  const order = await shop.buy(await shop.stock(9), quantity)
  fine(await shop.owner.post(`/api/admin/order/${order.id}/pay`, {}))
  return { ...order, line: (await shop.order(order.id)).lines[0].id as number }
}
const pack = (o: { id: number; line: number }, quantity: number, status: string) =>
  shop.owner.post(`/api/admin/order/${o.id}/shipment`, { lines: [{ order_line_id: o.line, quantity }], status })
/** The shipping transition of an order while the fulfilment plugin is disabled. */
const sentAlone = (o: { id: number; line: number }, status: string) =>
  shop.it.kernel.transaction(async (tx) => {
    await tx.run(sql`update order_line set shipped_quantity = quantity where id = ${o.line}`)
    await tx.run(sql`update sales_order set status = ${status}, shipped_at = now(), units_shipped = units_total,
      completed_at = case when ${status} = 'completed' then now() end where id = ${o.id}`)
  })

test('units shipped while the plugin was off are recorded as a parcel, and waiting parcels no longer wait', async () => {
  const [o, done, never] = [await paid(4), await paid(2), await paid(2)]
  fine(await pack(o, 1, 'shipped'))
  fine(await pack(o, 2, 'processing'))
  fine(await pack(done, 1, 'shipped'))
  await sentAlone(o, 'shipped')
  await sentAlone(done, 'completed')
  await sentAlone(never, 'shipped')
  transitions.length = 0
  for (let turn = 0; turn < 2; turn++) await catchUp(shop.it.ctx)
  expect(transitions).toEqual(['cancel of processing', 'ship of draft', 'ship of draft', 'receive of shipped'])
  const parcels = async (id: number) =>
    (await shop.view(id)).shipments.map((s: any) => [s.status, s.lines.reduce((sum: number, l: any) => sum + l.quantity, 0)])
  expect(await parcels(o.id)).toEqual([
    ['shipped', 1],
    ['canceled', 2],
    ['shipped', 3],
  ])
  expect(await parcels(done.id)).toEqual([
    ['shipped', 1],
    ['received', 1],
  ])
  expect(await parcels(never.id)).toEqual([])
  const { checks } = await import('../checks.ts')
  for (const [name, check] of Object.entries(checks)) expect(await check(shop.it.kernel), name).toEqual([])
})

test('an order shipped without parcels has nothing left to pack', async () => {
  const o = await paid(2)
  await sentAlone(o, 'shipped')
  expect((await pack(o, 1, 'shipped')).body.messages).toEqual({ 'lines.0.quantity': ['Only 0 are left.'] })
  fine(await shop.owner.post(`/api/admin/order/${o.id}/complete`))
  expect(await shop.order(o.id)).toMatchObject({ status: 'completed', fulfilment_status: 'received', units_received: 2 })
})
