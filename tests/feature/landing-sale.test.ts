import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../core/db/sql.ts'
import { type Client, type TestApp, testApp } from '../support/app.ts'

let it: TestApp
let owner: Client
beforeAll(async () => {
  it = await testApp(['content', 'sales', 'inventory'])
  owner = await it.staff('owner')
})
afterAll(() => it.close())

test('an order of a visitor from a landing page counts as its conversion', async () => {
  const page = await owner.post('/api/admin/landing_page', { name: 'Spring', url: 'spring', published_at: '2026-01-01T00:00:00.000Z' })
  await owner.post(`/api/admin/landing_page/${page.body.id}/publish`)
  await it.jobs()
  const warehouse = await owner.post('/api/admin/warehouse', { code: 'main', name: 'Main' })
  await owner.post('/api/admin/payment_method', { code: 'bank', title: 'Bank transfer' })
  await owner.post('/api/admin/shipping_method', { code: 'courier', title: 'Courier', price: '40.00' })
  const product = await owner.post('/api/admin/product', {
    name: 'Tea',
    stocks: [{ price: '10.00', inventories: [{ warehouse_id: warehouse.body.id, quantity: 5 }] }],
  })
  const buy = async (cookie?: string) => {
    const cart = await it.guest.post('/api/cart/item', { stock_id: product.body.stocks[0].id, quantity: 1 })
    const order = await it.guest.post(
      '/api/checkout',
      {
        cart_id: cart.body.cart_id,
        guest: { email: 'may@shop.test', first_name: 'May', last_name: 'Chan' },
        shipping_address: {
          first_name: 'May',
          last_name: 'Chan',
          country: 'HKG',
          contact_number: '2540 0000',
          address: '18 Wing Lok Street',
        },
        shipping_method: 'courier',
        payment_method: 'bank',
      },
      cookie ? { cookie } : {},
    )
    expect(order.status, JSON.stringify(order.body)).toBe(201)
  }
  const visit = await it.guest.post('/api/landing_page/visit', { url: 'spring' }, { 'user-agent': 'Mozilla/5.0 (Macintosh) Safari/605' })
  const cookie = String(visit.headers['set-cookie']).split(';')[0] ?? ''
  await buy()
  await buy(cookie)
  await buy('landing=1.1.forged')
  const rows = await it.kernel.db.rows(sql`select kind from landing_transfer`)
  expect(rows).toEqual([{ kind: 'order' }])
})
