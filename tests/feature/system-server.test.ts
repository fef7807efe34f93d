import { afterAll, beforeAll, expect, test } from 'vitest'
import { prepareDatabase } from '../../cli/start/boot.ts'
import { listedPlugins, loadPlugins } from '../../cli/start/load.ts'
import { stoa } from '../cli/run.ts'
import { type Client, type TestApp, testApp } from '../support/app.ts'
import { queryOnce } from '../support/database.ts'
import { startSystemServer, systemPrograms } from '../support/system-server.ts'

/**
 * A shop with a year of data on the system's PostgreSQL with its default settings. The embedded server has other settings, and no
 * statement may depend on them. Skipped if the system has no PostgreSQL.
 */
const programs = systemPrograms()
/** Maximum acceptable response time in milliseconds. */
const PATIENCE_MS = 3_000

let server: Awaited<ReturnType<typeof startSystemServer>>
let it: TestApp
let owner: Client
beforeAll(async () => {
  if (!programs) return
  server = await startSystemServer(programs)
  await queryOnce(server.url, 'create database shop')
  const url = new URL(server.url)
  url.pathname = '/shop'
  await prepareDatabase(url.href, await loadPlugins(listedPlugins([])))
  const env = { DATABASE_URL: url.href, STOA_FIRST_RUN: 'off', STOA_SMTP_URL: 'smtp://127.0.0.1:1' }
  const { code, err } = await stoa(['seed', 'year', '--orders', '25'], { env })
  if (code !== 0) throw new Error(err)
  // Estimated costs depend on the number of rows, so with more data any statement may exceed the JIT thresholds.
  for (const name of ['jit_above_cost', 'jit_optimize_above_cost', 'jit_inline_above_cost'])
    await queryOnce(url.href, `alter database shop set ${name} = 0`)
  it = await testApp(undefined, { url: url.href })
  owner = await it.staff('owner')
}, 240_000)
afterAll(async () => {
  await it?.close()
  await server?.stop()
})

test.skipIf(!programs)(
  'every list with all columns and every admin page works on a server with default settings',
  async () => {
    expect(await queryOnce(server.url, 'show jit')).toEqual([{ jit: 'on' }])
    const lists = new Set([...it.kernel.registry.resources.values()].map(({ name }) => `/api/admin/${name}`))
    const faults: string[] = []
    const routes = it.app.routes.filter(({ method, url }) => method === 'GET' && url.startsWith('/api/') && !url.includes(':'))
    expect(routes.length).toBeGreaterThan(150)
    for (const { url } of routes) {
      const started = performance.now()
      const { status } = await owner.get(lists.has(url) ? `${url}?limit=100&fields=*` : url)
      const ms = Math.round(performance.now() - started)
      if (status >= 500 || ms > PATIENCE_MS) faults.push(`${url}: ${status} after ${ms} ms`)
    }
    expect(faults).toEqual([])
  },
  300_000,
)

test.skipIf(!programs)('the shop lists, searches and sells on a server with default settings', async () => {
  for (const [path, body] of [
    ['product', {}],
    ['product/search', { keyword: 'tea' }],
    ['category', {}],
    ['blog', {}],
  ] as const)
    expect((await it.guest.post(`/api/${path}`, body)).status, path).toBeLessThan(500)
  const [stock] = await queryOnce(it.url, 'select id from stock where deleted_at is null order by id limit 1')
  expect((await it.guest.post('/api/cart/item', { stock_id: stock.id, quantity: 1 })).status).toBeLessThan(500)
})
