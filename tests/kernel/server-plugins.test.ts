import fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { definePlugin, route, t } from 'stoa'
import { openApi } from '../../cli/openapi/document.ts'
import { guardRoutes } from '../../core/access/guard.ts'
import { docsSite } from '../../cli/docs-site.ts'
import { watchers } from '../../cli/start/request-monitors.ts'
import { type App, createApp } from '../../core/app.ts'
import { publicFiles } from '../../core/file/routes.ts'
import { envelope } from '../../core/http/error-response.ts'
import { getKernel } from '../../core/http/kernel.ts'
import { rememberRoutes } from '../../core/http/routes.ts'
import { type TestApp, testApp } from '../support/app.ts'

const answer = t.object({ ok: t.flag() })
const shared = definePlugin({
  id: 'shared',
  adminRoutes: [
    // A route with a raw body runs in a Fastify scope of its own.
    route({
      on: 'POST /shared/deep',
      id: 'shared.deep',
      summary: 'Bytes',
      open: 'signed-in',
      maxRawBytes: 10,
      response: answer,
      run: () => ({ ok: true }),
    }),
  ],
  storeRoutes: [
    route({ on: 'GET /shared', id: 'shared.open', summary: 'Open', access: 'public', response: answer, run: () => ({ ok: true }) }),
  ],
})

let it: TestApp
beforeAll(async () => {
  it = await testApp(['sheets'], { extra: [shared] })
})
afterAll(() => it.close())

test('a server plugin registered before one it depends on is refused', async () => {
  const bare = fastify()
  await expect(bare.register(guardRoutes).ready()).rejects.toThrow(/stoa-kernel.*stoa-guard/)
  const unguarded = fastify()
  await unguarded.register(getKernel, { kernel: it.kernel })
  for (const next of [rememberRoutes, envelope]) await unguarded.register(next)
  await expect(unguarded.register(publicFiles).ready()).rejects.toThrow(/stoa-guard.*stoa-files/)
})

test('every route has its plugin, however deep it was registered', () => {
  const getOwner = (method: string, url: string) => it.app.routes.find((r) => r.method === method && r.url === url)?.plugin
  expect(getOwner('POST', '/api/admin/shared/deep')).toBe('shared')
  expect(getOwner('GET', '/api/shared')).toBe('shared')
  expect(getOwner('GET', '/api/admin/role/:id')).toBe('core')
  expect(getOwner('POST', '/api/admin/role/import')).toBe('sheets')
  expect(getOwner('GET', '/health/live')).toBe('core')
  expect(getOwner('GET', '/api/docs')).toBe('core')
})

test('two apps in one process do not share state', async () => {
  const other = await createApp(it.kernel, [docsSite], watchers)
  const named = ({ routes }: App) => routes.map(({ describe: _, ...route }) => route)
  expect(named(other)).toEqual(named(it.app))
  expect(other.routes).not.toBe(it.app.routes)
  await other.http.close()
})

test('HEAD is answered like GET without a body, for pages and the API', async () => {
  for (const url of ['/health/live', '/api/docs', '/api/product-that-is-not']) {
    const whole = await it.app.http.inject({ method: 'GET', url })
    const head = await it.app.http.inject({ method: 'HEAD', url })
    expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([whole.statusCode, whole.headers['content-length'], ''])
  }
})

test('the API documentation pages are created on the first authorized request', async () => {
  const owner = await it.staff('owner')
  expect((await it.guest.get('/api/docs')).status).toBe(401)
  expect((await (await it.staff(['get role'])).get('/api/docs/json')).status).toBe(403)
  const page = await owner.get('/api/docs')
  expect([page.status, page.raw.body]).toEqual([200, expect.stringContaining('swagger-ui')])
  expect(page.headers['x-content-type-options']).toBe('nosniff')
  expect((await owner.get('/api/docs/static/swagger-ui.css')).status).toBe(200)
  expect((await owner.get('/api/docs/json')).body).toEqual(JSON.parse(JSON.stringify(openApi(it.app.http))))
})
