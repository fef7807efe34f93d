import { afterAll, beforeAll, expect, test } from 'vitest'
import { fine } from '../../../tests/support/selling-shop.ts'
import { type Counter, openCounter } from './counter.ts'

let shop: Counter
beforeAll(async () => {
  shop = await openCounter([], ['sales', 'inventory'])
  fine(await shop.owner.put(`/api/admin/warehouse/${shop.warehouse}`, { is_pickup: true, version: 1 }))
  fine(await shop.owner.post('/api/admin/shipping_method', { code: 'shop', title: 'In our shop', kind: 'pickup_store' }))
})
afterAll(() => shop.it.close())

test('without the fulfilment plugin a pickup order is handed over and completed', async () => {
  const stock = await shop.stock(5, '100.00')
  const order = await shop.buy(stock, 2, { shipping_method: 'shop', pickup_point: 'main', shipping_address: undefined })
  const drawer = await shop.open()
  const { lines: _, total: __, ...turn } = drawer.ticket(0, 1, '0.00')
  const paid = { due: '200.00', payments: [{ method: 'cash', amount: '200.00' }] }
  fine(await shop.owner.post(`/api/admin/store/${shop.store}/pickup/${order.id}/hand_over`, { ...turn, ...paid }))
  expect(await shop.order(order.id)).toMatchObject({ status: 'completed', fulfilment_status: 'received', paid: '200.00' })
  const { data } = fine(await shop.owner.get(`/api/admin/store/${shop.store}/pickup`)).body
  expect(data).toEqual([])
  for (const plugin of shop.it.kernel.registry.plugins)
    for (const [name, check] of Object.entries(plugin.checks ?? {})) expect(await check(shop.it.kernel), name).toEqual([])
})

test('invalid pickup input is rejected by field, never with a server error', async () => {
  const stock = await shop.stock(5, '10.00')
  const order = await shop.buy(stock, 1, { shipping_method: 'shop', pickup_point: 'main', shipping_address: undefined })
  const drawer = await shop.open()
  const { lines: _, total: __, ...turn } = drawer.ticket(0, 1, '0.00')
  const at = `/api/admin/store/${shop.store}/pickup/${order.id}/hand_over`
  const good = { ...turn, due: '10.00', payments: [{ method: 'cash', amount: '10.00' }] }
  for (const [wrong, field] of [
    [{ due: 'ten' }, 'due'],
    [{ device: 'nobody' }, 'device'],
    [{ client_uuid: '' }, 'client_uuid'],
    [{ payments: [{ method: 'nowhere', amount: '10.00' }] }, 'payments.0.method'],
    [{ payments: [{ method: 'cash', amount: '10.00', tendered: '5.00' }] }, 'payments.0.tendered'],
    [{ payments: [{ method: 'cash', amount: '-10.00' }] }, 'payments.0.amount'],
    [{ payments: 'all' }, 'payments'],
    [{ session_id: 'one' }, 'session_id'],
  ] as const) {
    const { status, body } = await shop.owner.post(at, { ...good, ...wrong })
    expect([status, Object.keys(body.messages)], JSON.stringify(wrong)).toEqual([422, [field]])
  }
  expect((await shop.owner.post(at, { ...good, session_id: 999_999 })).status).toBe(404)
  expect((await shop.owner.post(`/api/admin/store/${shop.store}/pickup/nothing/hand_over`, good)).status).toBe(422)
  expect((await shop.owner.post(at, { ...good, cashier: '1.2.forged' })).status).toBe(403)
  expect(await shop.order(order.id)).toMatchObject({ status: 'pending', paid: '0.00' })
})
