import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sql } from '../../core/db/sql.ts'
import { sellFreely } from '../support/selling-shop.ts'
import { recoverJobs } from '../../cli/work/recover.ts'
import { type Schedules, startSchedules } from '../../cli/work/clock.ts'
import { type Client, type TestApp, testApp } from '../support/app.ts'
import { type Proxy, startProxy } from '../support/proxy.ts'
import { type Server, startServer, startWorkerProcess } from '../support/server.ts'

/** Two API nodes and one worker on one database, behind one proxy. The kernel of the test only observes. */
let it: TestApp
let owner: Client
let nodes: [Server, Server]
const started: ChildProcess[] = []
let proxy: Proxy
let clocks: Schedules
let product: { id: number; stock: number }
const home = mkdtempSync(join(tmpdir(), 'stoa-nodes-'))
const secret = 'correct horse 9'

beforeAll(async () => {
  const STOA_SECRETS = 'one key that all nodes sign and verify with'
  it = await testApp(undefined, { env: { STOA_SECRETS } })
  // All orders come from one customer and one IP address.
  await sellFreely(it)
  owner = await it.staff('owner')
  const warehouse = (await owner.post('/api/admin/warehouse', { code: 'main', name: 'Main' })).body.id
  await owner.post('/api/admin/payment_method', { code: 'bank', title: 'Bank' })
  await owner.post('/api/admin/shipping_method', { code: 'courier', title: 'Courier', price: '40.00' })
  const stocks = [{ price: '10.00', inventories: [{ warehouse_id: warehouse, quantity: 100_000 }] }]
  const made = (await owner.post('/api/admin/product', { name: 'Tea', sku: 'T', url: 't', stocks })).body
  product = { id: made.id, stock: made.stocks[0].id }
  // A trigger records what happens to each job, because the queue deletes completed jobs.
  await it.kernel.db.pool.query(`
    create table job_seen (event text, id bigint, task_id int, worker text);
    create function see_job() returns trigger language plpgsql as $$ begin
      if tg_op = 'INSERT' then insert into job_seen values ('queued', new.id, new.task_id, null);
      elsif tg_op = 'DELETE' then insert into job_seen values ('done', old.id, old.task_id, old.locked_by);
      elsif new.locked_by is distinct from old.locked_by and new.locked_by is not null then
        insert into job_seen values ('taken', new.id, new.task_id, new.locked_by);
      end if;
      return null;
    end $$;
    create trigger see_job after insert or update or delete on graphile_worker._private_jobs for each row execute function see_job();`)
  const shared = { STOA_SECRETS, STOA_WORKER: 'off' }
  const keep = async (child: Promise<ChildProcess>) => void started.push(await child)
  const node = async () => {
    const server = await startServer(it.url, home, shared)
    started.push(server.child)
    return server
  }
  const [a, b] = await Promise.all([node(), node(), keep(startWorkerProcess(it.url, home, { STOA_SECRETS }))])
  nodes = [a, b]
  proxy = await startProxy([a.url, b.url])
  clocks = await startSchedules(it.kernel)
}, 90_000)
afterAll(async () => {
  clocks?.stop()
  await proxy?.close()
  const alive = started.filter((child) => child.exitCode === null && child.signalCode === null)
  await Promise.all(alive.map((child) => new Promise((resolve) => child.once('exit', resolve) && child.kill('SIGTERM'))))
  await it.close()
  rmSync(home, { recursive: true, force: true })
})

interface CallResult {
  status: number
  body: any
}

interface Asking {
  token?: string | undefined
  key?: string
  method?: string
}

/** One HTTP request. */
async function call(url: string, body?: unknown, { token, key, method }: Asking = {}): Promise<CallResult> {
  const answer = await fetch(url, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(key ? { 'idempotency-key': key } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: await answer.json().catch(() => null) }
}

let people = 0
async function register(): Promise<{ email: string; password: string }> {
  const email = `n${++people}@shop.test`
  const made = await call(`${proxy.url}/api/register`, {
    email,
    first_name: 'May',
    last_name: 'Chan',
    password: secret,
    password_confirmation: secret,
    // Otherwise the customer would get a mail asking to confirm the subscription.
    is_subscribe: false,
  })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  return { email, password: secret }
}

const checkout = (cart_id: string) => ({
  cart_id,
  guest: { email: 'may@shop.test', first_name: 'May', last_name: 'Chan' },
  shipping_address: { first_name: 'May', last_name: 'Chan', country: 'HKG', contact_number: '2540 0000', address: '18 Wing Lok Street' },
  shipping_method: 'courier',
  payment_method: 'bank',
})

test('a session opened on one node is valid on the other, and so is its end', async () => {
  const [{ url: a }, { url: b }] = nodes
  const { token } = (await call(`${a}/api/login`, await register())).body
  expect((await call(`${b}/api/order`, undefined, { token })).status).toBe(200)
  expect((await call(`${a}/api/order`, undefined, { token })).status).toBe(200)
  expect((await call(`${b}/api/logout`, {}, { token })).status).toBe(200)
  for (const url of [a, b]) expect((await call(`${url}/api/order`, undefined, { token })).status).toBe(401)
})

test('a cart filled over both nodes is one cart, and is merged into the account once', async () => {
  const [{ url: a }, { url: b }] = nodes
  const credentials = await register()
  const { cart_id } = (await call(`${proxy.url}/api/cart/item`, { stock_id: product.stock, quantity: 1 })).body
  for (let n = 0; n < 5; n++) {
    const more = await call(`${proxy.url}/api/cart/item`, { cart_id, stock_id: product.stock, quantity: 1 })
    expect(more.body.items.map((i: any) => i.quantity)).toEqual([n + 2])
  }
  const { token } = (await call(`${proxy.url}/api/login`, credentials)).body
  const merged = await Promise.all([a, b, a, b, a, b].map((url) => call(`${url}/api/cart`, { cart_id }, { token })))
  expect(new Set(merged.map((m) => m.body.cart_id)).size).toBe(1)
  for (const m of merged) expect(m.body.items).toMatchObject([{ stock_id: product.stock, quantity: 6 }])
})

test('failed passwords are counted over both nodes together', async () => {
  const [{ url: a }, { url: b }] = nodes
  const credentials = await register()
  const wrong = await Promise.all([a, b, a, b, a].map((url) => call(`${url}/api/login`, { ...credentials, password: 'not the one' })))
  expect(wrong.map((w) => w.status)).toEqual([422, 422, 422, 422, 422])
  for (const url of [a, b]) expect((await call(`${url}/api/login`, credentials)).status).toBe(429)
})

test('changes by staff on one node are visible on the other within a second', async () => {
  const [{ url: a }, { url: b }] = nodes
  await it.kernel.db.run(sql`insert into role (name, superuser, permission_list) values ('far owner', true, '{}')`)
  await it.kernel.db.run(sql`insert into account (name, email, password_hash, role_id)
    select 'Far', 'far@shop.test', password_hash, (select id from role where name = 'far owner') from account limit 1`)
  const { token } = (await call(`${a}/api/admin/login`, { email: 'far@shop.test', password: 'a long password' })).body
  const price = async (url: string) => (await call(`${url}/api/product`, { url: 't' })).body.stocks[0].price
  const name = async (url: string) => (await call(`${url}/api/settings?groups=basic`)).body.basic.name
  // Waits about a second, counted in attempts: on a busy machine both the attempts and the product are slower.
  const soon = async (ask: () => Promise<unknown>, expected: string) => {
    let last: unknown
    for (let attempt = 0; attempt < 40 && last !== expected; attempt++) {
      if (attempt > 0) await pause(25)
      last = await ask()
    }
    expect(last).toBe(expected)
  }
  for (const url of [a, b]) expect(await price(url)).toBe('10.00')
  const { version } = (await call(`${b}/api/admin/product/${product.id}`, undefined, { token })).body
  const stocks = [{ id: product.stock, price: '12.00' }]
  const put = await call(`${a}/api/admin/product/${product.id}`, { version, stocks }, { token, method: 'PUT' })
  expect(put.status, JSON.stringify(put.body)).toBe(200)
  await soon(() => price(b), '12.00')
  for (const [here, there, expectedTitle] of [
    [a, b, 'Left door'],
    [b, a, 'Right door'],
  ] as const) {
    expect((await call(`${here}/api/admin/settings/basic`, { name: expectedTitle }, { token, method: 'PUT' })).status).toBe(200)
    await soon(() => name(there), expectedTitle)
  }
})

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Repeats a request until a node responds, as a customer who clicks again. */
async function insist(path: string, body?: unknown, asking?: Asking): Promise<CallResult> {
  for (let tried = 0; tried < 20; tried++) {
    const response = await call(`${proxy.url}${path}`, body, asking)
    if (response.status !== 502) return response
  }
  throw new Error(`${path} is never answered`)
}

test('killing a node costs shoppers a retry at most, and no order', async () => {
  const open = { still: true }
  const acknowledged: { cart: string; number: string }[] = []
  const shopping = async (shopper: number) => {
    for (let n = 0; open.still; n++) {
      const listed = await insist('/api/product?limit=5')
      expect(listed.status).toBe(200)
      const added = await insist('/api/cart/item', { stock_id: product.stock, quantity: 1 })
      expect(added.status, JSON.stringify(added.body)).toBe(200)
      const cart = added.body.cart_id
      const line = added.body.items[0].id
      const two = await insist('/api/cart/item', { cart_id: cart, item_id: line, quantity: 2 }, { method: 'PUT' })
      expect(two.body.items).toMatchObject([{ quantity: 2 }])
      const order = await insist('/api/checkout', checkout(cart), { key: `shopper-${shopper}-order-${n}` })
      expect(order.status, JSON.stringify(order.body)).toBe(201)
      acknowledged.push({ cart, number: order.body.order_number })
    }
  }
  const shoppers = Promise.all(Array.from({ length: 6 }, (_, shopper) => shopping(shopper)))
  // Waits for more orders; their number per second depends on the machine.
  const orders = async (more: number) => {
    for (const target = acknowledged.length + more; acknowledged.length < target;) await Promise.race([pause(10), shoppers])
  }
  await orders(30)
  nodes[0].child.kill('SIGKILL')
  await orders(30)
  open.still = false
  await shoppers
  expect(proxy.passedOn()).toBeGreaterThan(0)
  const stored = await it.kernel.db.rows<{ cart: string; number: string }>(
    sql`select c.public_id as cart, o.order_number as number from sales_order o join cart c on c.id = o.cart_id`,
  )
  const byNumber = (x: { number: string }, y: { number: string }) => x.number.localeCompare(y.number)
  expect(stored.toSorted(byNumber)).toEqual(acknowledged.toSorted(byNumber))
  for (const plugin of it.kernel.registry.plugins) {
    for (const [check, run] of Object.entries(plugin.checks ?? {})) expect(await run(it.kernel), check).toEqual([])
  }
})

test('jobs queued by nodes run once, in the worker only', async () => {
  const { rows } = await it.kernel.db.pool.query('select count(*)::int as n from sales_order')
  expect(rows[0].n).toBeGreaterThan(10)
  // A worker recovers events that the killed node committed but did not deliver, once a minute.
  await recoverJobs(it.kernel)
  await vi.waitFor(
    async () => {
      const state = await it.kernel.db.one(sql`select (select count(*)::int from mail) as mails,
        (select count(*)::int from graphile_worker.jobs where task_identifier not like 'core/mail') as waiting`)
      expect(state).toEqual({ mails: rows[0].n, waiting: 0 })
    },
    { timeout: 80_000, interval: 250 },
  )
  const jobs = await it.kernel.db.rows<{ queued: number; taken: number; done: number }>(sql`
    select count(*) filter (where event = 'queued')::int as queued, count(*) filter (where event = 'taken')::int as taken,
      count(*) filter (where event = 'done')::int as done
    from job_seen group by id`)
  expect(jobs.filter((j) => j.queued !== 1 || j.taken > 1 || j.done > 1)).toEqual([])
  expect(jobs.filter((j) => j.done === 1).length).toBeGreaterThan(rows[0].n)
  const workers = await it.kernel.db.one(sql`select count(distinct process)::int as n from job_worker
    where worker_id in (select worker from job_seen where event = 'taken')`)
  expect(workers).toEqual({ n: 1 })
})

test('of two schedulers, one queues the job of the minute, and it runs once', { timeout: 70_000 }, async () => {
  const task = 'payments/events'
  await vi.waitFor(
    async () => {
      const done = await it.kernel.db.one<{ n: number }>(sql`select count(*)::int as n from job_seen s
        join graphile_worker._private_tasks t on t.id = s.task_id where t.identifier = ${task} and s.event = 'done'`)
      expect(done?.n).toBeGreaterThan(0)
    },
    { timeout: 65_000, interval: 500 },
  )
  // The schedule of the other worker may run a moment later.
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  const state = await it.kernel.db
    .one(sql`select count(*) filter (where event = 'queued')::int - count(*) filter (where event = 'done')::int as waiting,
    count(*) filter (where event = 'queued')::int - (select count(*)::int from cron_run where name = ${task}) as twice
    from job_seen s join graphile_worker._private_tasks t on t.id = s.task_id where t.identifier = ${task}`)
  expect(state).toEqual({ waiting: 0, twice: 0 })
})
