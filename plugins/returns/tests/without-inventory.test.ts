import { expect, test } from 'vitest'
import { sql } from 'stoa'
import { suite } from 'stoa/testing'
import { address, fine, sellFreely } from '../../../tests/support/selling-shop.ts'

const shop = suite(['fulfilment', 'returns'])

test('without the inventory plugin visible products are sold in any quantity, shipped and returned', async () => {
  const { it, owner, guest } = shop
  await sellFreely(it)
  fine(await owner.post('/api/admin/payment_method', { code: 'bank', title: 'Bank transfer', instructions: '<p>Pay to 123</p>' }))
  fine(await owner.post('/api/admin/shipping_method', { code: 'courier', title: 'Courier', price: '40.00' }))
  const { stocks } = fine(
    await owner.post('/api/admin/product', { name: 'Pot', sku: 'POT', url: 'pot', stocks: [{ price: '10.00' }] }),
  ).body
  expect(stocks[0]).not.toHaveProperty('inventories')

  // Inventory was tracked before, so the old `in_stock` values are still stored.
  await it.kernel.db.run(sql`update product_shelf set in_stock = false`)
  const page = fine(await guest.post('/api/product', { url: 'pot' })).body
  expect(page.stocks[0].all_available_inventories).toBeNull()
  const list = fine(await guest.post('/api/product/search', { keyword: 'pot', facets: 1 })).body
  expect(list.data).toMatchObject([{ in_stock: true }])
  expect(list.facets.map((facet: { key: string }) => facet.key)).not.toContain('in_stock')
  expect(fine(await guest.post('/api/product/search', { keyword: 'pot', in_stock: 1 })).body.total).toBe(1)

  const { cart_id } = fine(await guest.post('/api/cart/item', { stock_id: stocks[0].id, quantity: 99 })).body
  const buyer = { guest: { email: 'may@shop.test', first_name: 'May', last_name: 'Chan' }, shipping_address: address }
  const placedOrder = fine(
    await guest.post('/api/checkout', { cart_id, ...buyer, shipping_method: 'courier', payment_method: 'bank' }),
  ).body
  await it.jobs()
  const { id } = (await owner.get(`/api/admin/order?q=${placedOrder.order_number}`)).body.data[0]
  fine(await owner.post(`/api/admin/order/${id}/pay`, {}))
  const line = fine(await owner.get(`/api/admin/order/${id}/view`)).body.lines[0].id
  fine(await owner.post(`/api/admin/order/${id}/shipment`, { lines: [{ order_line_id: line, quantity: 99 }], status: 'shipped' }))
  const returned = { kind: 'return', reason_code: 'damaged', lines: [{ order_line_id: line, quantity: 2 }] }
  const { id: back } = fine(await owner.post(`/api/admin/order/${id}/return`, returned)).body
  fine(await owner.put(`/api/admin/return/${back}`, { lines: [{ order_line_id: line, received: 2, resaleable: 2 }] }))
  const view = fine(await owner.get(`/api/admin/order/${id}/view`)).body
  expect(view.shipments).toMatchObject([{ status: 'shipped', warehouse: null }])
  for (const check of Object.values(it.kernel.registry.plugins.flatMap((p) => Object.values(p.checks ?? {}))))
    expect(await check(it.kernel)).toEqual([])
})
