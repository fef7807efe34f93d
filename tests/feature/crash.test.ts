import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sql } from '../../core/db/sql.ts'
import { sellFreely } from '../support/selling-shop.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { startServer } from '../support/server.ts'

/** Kills servers while customers place orders; a separate kernel checks the result. */
let it: TestApp
let stock: number
const home = mkdtempSync(join(tmpdir(), 'stoa-crash-'))

beforeAll(async () => {
  it = await testApp(['sales', 'inventory'])
  // All orders come from one customer and one IP address.
  await sellFreely(it)
  const owner = await it.staff('owner')
  const warehouse = (await owner.post('/api/admin/warehouse', { code: 'main', name: 'Main' })).body.id
  await owner.post('/api/admin/payment_method', { code: 'bank', title: 'Bank' })
  await owner.post('/api/admin/shipping_method', { code: 'courier', title: 'Courier', price: '40.00' })
  const made = await owner.post('/api/admin/product', {
    name: 'Tea',
    sku: 'T',
    url: 't',
    stocks: [{ price: '10', inventories: [{ warehouse_id: warehouse, quantity: 100_000 }] }],
  })
  stock = made.body.stocks[0].id
})
afterAll(async () => {
  await it.close()
  rmSync(home, { recursive: true, force: true })
})

const start = () => startServer(it.url, home)

const address = { first_name: 'May', last_name: 'Chan', country: 'HKG', contact_number: '2540 0000', address: '18 Wing Lok Street' }

async function post(url: string, body: object): Promise<Record<string, unknown>> {
  const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Record<string, unknown>
}

/** Places orders until the server dies, and adds each confirmed order number to `acknowledged`. */
async function shop(url: string, acknowledged: string[]): Promise<void> {
  try {
    for (;;) {
      const { cart_id } = await post(`${url}/api/cart/item`, { stock_id: stock, quantity: 1 })
      const order = await post(`${url}/api/checkout`, {
        cart_id,
        guest: { email: 'may@shop.test', first_name: 'May', last_name: 'Chan' },
        shipping_address: address,
        shipping_method: 'courier',
        payment_method: 'bank',
      })
      acknowledged.push(String(order.order_number))
    }
  } catch (error) {
    // An error response would be a fault of the product; a lost connection is expected.
    if (/^\d{3} /.test((error as Error).message)) throw error
  }
}

test('acknowledged orders survive kill -9, and none is half written', { timeout: 120_000 }, async () => {
  const acknowledged: string[] = []
  for (let round = 0; round < 5; round++) {
    const { child, url } = await start()
    const before = acknowledged.length
    const shoppers = Array.from({ length: 6 }, () => shop(url, acknowledged))
    // Waits until several orders are placed, independent of the speed of the machine.
    await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(before + 4), { timeout: 15_000, interval: 10 })
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 700))
    child.kill('SIGKILL')
    await Promise.all(shoppers)
  }
  const stored = await it.kernel.db.rows<{ order_number: string }>(
    sql`select order_number from sales_order where order_number = any(${acknowledged})`,
  )
  expect(stored).toHaveLength(acknowledged.length)
  for (const plugin of it.kernel.registry.plugins) {
    for (const [name, check] of Object.entries(plugin.checks ?? {})) expect(await check(it.kernel), name).toEqual([])
  }
  await vi.waitFor(
    async () => {
      await it.jobs()
      const counts = await it.kernel.db.one<{ orders: number; mails: number }>(
        sql`select (select count(*) from sales_order) as orders, (select count(*) from mail) as mails`,
      )
      expect(counts?.mails).toBe(counts?.orders)
    },
    { timeout: 20_000, interval: 1_000 },
  )
})

test('SIGTERM finishes requests in progress and exits with 0', { timeout: 60_000 }, async () => {
  const { child, url } = await start()
  const { cart_id } = await post(`${url}/api/cart/item`, { stock_id: stock, quantity: 1 })
  const ended = new Promise<number | null>((resolve) => {
    child.once('exit', resolve)
  })
  let order: ReturnType<typeof post> | undefined
  // Holds the row lock until the server gets the signal to stop, so the order is still in its transaction.
  await it.kernel.transaction(async (tx) => {
    await tx.run(sql`select 1 from inventory where stock_id = ${stock} for update`)
    order = post(`${url}/api/checkout`, {
      cart_id,
      guest: { email: 'may@shop.test', first_name: 'May', last_name: 'Chan' },
      shipping_address: address,
      shipping_method: 'courier',
      payment_method: 'bank',
    })
    order.catch(() => undefined)
    await vi.waitFor(
      async () =>
        expect(await tx.one(sql`select 1 from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`)).toBeDefined(),
      {
        timeout: 20_000,
        interval: 20,
      },
    )
    child.kill('SIGTERM')
    await new Promise((resolve) => setTimeout(resolve, 300))
  })
  expect((await order)?.order_number).toMatch(/^SO/)
  expect(await ended).toBe(0)
})
