import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sql } from '../../core/db/sql.ts'
import { sellFreely } from '../support/selling-shop.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { type Server, startServer } from '../support/server.ts'

/** Eight clients change the same inventory through two servers, one of which is killed twice. */
const OPERATIONS = 5_000
const CLIENTS = 8
const STOCKS = 6
const START = 30

let it: TestApp
let token: string
let warehouses: number[]
let stocks: number[]

beforeAll(async () => {
  it = await testApp()
  // All orders come from one customer and one IP address.
  await sellFreely(it)
  const owner = await it.staff('owner')
  token = (await it.guest.post('/api/admin/login', { email: 'staff1@shop.test', password: 'a long password' })).body.token
  const open = async (path: string, body: object) => (await owner.post(`/api/admin/${path}`, body)).body.id as number
  warehouses = [await open('warehouse', { code: 'main', name: 'Main' }), await open('warehouse', { code: 'shop', name: 'Shop' })]
  await open('payment_method', { code: 'bank', title: 'Bank' })
  await open('shipping_method', { code: 'courier', title: 'Courier', price: '40.00' })
  stocks = []
  for (let n = 0; n < STOCKS; n++) {
    const inventories = warehouses.map((warehouse_id) => ({ warehouse_id, quantity: START }))
    const made = await owner.post('/api/admin/product', {
      name: `Tea ${n}`,
      sku: `T${n}`,
      url: `t${n}`,
      stocks: [{ price: '10', inventories }],
    })
    stocks.push(made.body.stocks[0].id)
  }
})
afterAll(() => it.close())

/** Result of a request: done, or refused with a reason. If the server died, neither is known. */
type Outcome = { done: true; body: any } | { done: false; refused: boolean }

async function ask(server: Server, path: string, body: object): Promise<Outcome> {
  try {
    const answer = await fetch(`${server.url}/api/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(path.startsWith('admin') ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body),
    })
    const json = (await answer.json()) as { code?: string }
    if (answer.ok) return { done: true, body: json }
    // Insufficient stock or a conflicting order status is a refusal; any other error is a fault.
    if (![409, 422, 503].includes(answer.status)) throw new Error(`${path}: ${answer.status} ${JSON.stringify(json)}`)
    return { done: false, refused: answer.status !== 503 }
  } catch (error) {
    if (error instanceof Error && /: \d{3} /.test(error.message)) throw error
    // The server was killed: wait for its restart instead of wasting operations.
    await new Promise((resolve) => setTimeout(resolve, 250))
    return { done: false, refused: false }
  }
}

interface RecordedOutcome {
  remark: string
  outcome: Outcome
  movements: number
}

const address = { first_name: 'May', last_name: 'Chan', country: 'HKG', contact_number: '2540 0000', address: '18 Wing Lok Street' }
const any = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T
const some = (most: number) => 1 + Math.floor(Math.random() * most)

test(
  'five thousand mixed movements by eight people lose no unit and oversell none, although servers are killed',
  { timeout: 480_000 },
  async () => {
    const lines = await it.kernel.db.rows<{ id: number; stock_id: number; warehouse_id: number }>(
      sql`select id, stock_id, warehouse_id from inventory order by id`,
    )
    // The servers and this kernel share the signing key in this folder.
    const home = it.kernel.config.dataDir
    const servers = await Promise.all([startServer(it.url, home), startServer(it.url, home)])
    const outcomes: RecordedOutcome[] = []
    const shipped: number[] = []
    let begun = 0

    const adjust = async (server: Server, kind: string, remark: string) => {
      const line = any(lines)
      const other = lines.find((l) => l.stock_id === line.stock_id && l.id !== line.id)
      const body = kind === 'transfer' ? { from: line.id, to: other?.id } : { inventory_id: line.id }
      const quantity = kind === 'update' ? some(2 * START) : some(12)
      const outcome = await ask(server, `admin/inventory/${kind}`, { ...body, quantity, remark })
      outcomes.push({ remark, outcome, movements: kind === 'transfer' ? 2 : 1 })
    }
    const order = async (server: Server) => {
      const cart = await ask(server, 'cart/item', { stock_id: any(stocks), quantity: some(5) })
      if (!cart.done) return
      const order = await ask(server, 'checkout', {
        cart_id: cart.body.cart_id,
        guest: { email: 'may@shop.test', first_name: 'May', last_name: 'Chan' },
        shipping_address: address,
        shipping_method: 'courier',
        payment_method: 'bank',
      })
      if (!order.done) return
      const row = await it.kernel.db.one<{ id: number }>(sql`select id from sales_order where order_number = ${order.body.order_number}`)
      const id = row?.id ?? 0
      if (Math.random() < 0.4) await ask(server, `admin/order/${id}/cancel`, { reason: 'changed her mind' })
      else for (const move of ['pay', 'ship']) if (!(await ask(server, `admin/order/${id}/${move}`, {})).done) return
      if ((await it.kernel.db.one(sql`select 1 from sales_order where id = ${id} and status = 'shipped'`)) !== undefined) shipped.push(id)
    }
    const count = async (server: Server) => {
      const take = await ask(server, 'admin/stocktake', { warehouse_id: any(warehouses) })
      if (!take.done || !(await ask(server, `admin/stocktake/${take.body.id}/start`, {})).done) return
      await it.kernel.db.run(
        sql`update stocktake_line set counted = greatest(0, expected + (id % 5)::int - 2) where stocktake_id = ${take.body.id}`,
      )
      if (!(await ask(server, `admin/stocktake/${take.body.id}/approve`, {})).done)
        await ask(server, `admin/stocktake/${take.body.id}/cancel`, {})
    }
    const work = async (client: number) => {
      while (begun < OPERATIONS) {
        const n = ++begun
        const server = servers[client % 2] as Server
        const random = Math.random()
        if (random < 0.12) await order(server)
        else if (random < 0.13) await count(server)
        else await adjust(server, any(['plus', 'plus', 'minus', 'update', 'transfer', 'transfer', 'discard']), `op ${n}`)
      }
    }
    const kill = async (at: number) => {
      await vi.waitUntil(() => begun >= at, { timeout: 300_000, interval: 20 })
      servers[1]?.child.kill('SIGKILL')
      servers[1] = await startServer(it.url, home)
    }
    await Promise.all([...Array.from({ length: CLIENTS }, (_, i) => work(i)), kill(OPERATIONS * 0.3).then(() => kill(OPERATIONS * 0.7))])
    for (const { child } of servers) child.kill('SIGKILL')

    const booked = new Map(
      (
        await it.kernel.db.rows<{ remark: string; n: number }>(
          sql`select remark, count(*)::int as n from inventory_movement where remark like 'op %' group by remark`,
        )
      ).map((row) => [row.remark, row.n]),
    )
    const wrong = outcomes.filter(({ remark, outcome, movements }) => {
      const n = booked.get(remark) ?? 0
      // Setting a line to its current quantity creates no movement.
      return outcome.done ? n !== movements && n !== 0 : outcome.refused ? n !== 0 : n !== 0 && n !== movements
    })
    expect(wrong).toEqual([])
    expect(outcomes.filter((t) => t.outcome.done).length).toBeGreaterThan(OPERATIONS / 2)
    expect(shipped.length).toBeGreaterThan(20)

    const faults = await it.kernel.db.one(sql`select
      (select count(*)::int from inventory where quantity < 0 or reserved < 0 or reserved > quantity) as negative,
      (select count(*)::int from inventory i where quantity <> (select coalesce(sum(m.quantity), 0) from inventory_movement m where m.inventory_id = i.id)) as unexplained,
      (select count(*)::int from inventory_movement m where balance_after <> (select sum(b.quantity) from inventory_movement b where b.inventory_id = m.inventory_id and b.id <= m.id)) as broken_chain,
      (select count(*)::int from inventory_movement a where type in ('transfer_in', 'transfer_out') and (select count(*) from inventory_movement b
        where b.pair_id = a.pair_id and b.type in ('transfer_in', 'transfer_out') and b.type <> a.type and b.quantity = -a.quantity) <> 1) as half_transfers,
      (select count(*)::int from sales_order o where status = 'shipped' and (select sum(l.quantity) from order_line l where l.order_id = o.id)
        <> (select -coalesce(sum(m.quantity), 0) from inventory_movement m where m.document_type = 'order' and m.document_id = o.id)) as shipped_otherwise,
      (select count(*)::int from sales_order o where status <> 'shipped' and exists (select 1 from inventory_movement m where m.document_type = 'order' and m.document_id = o.id)) as taken_unshipped`)
    expect(faults).toEqual({ negative: 0, unexplained: 0, broken_chain: 0, half_transfers: 0, shipped_otherwise: 0, taken_unshipped: 0 })
    for (const plugin of it.kernel.registry.plugins)
      for (const [name, check] of Object.entries(plugin.checks ?? {})) expect(await check(it.kernel), name).toEqual([])
  },
)
