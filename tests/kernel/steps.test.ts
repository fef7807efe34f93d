import fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { definePlugin } from '#core'
import { guardRoutes } from '../../core/access/guard.ts'
import { createApp } from '../../core/app.ts'
import { docsSite, documentation } from '../../core/http/docs.ts'
import { envelope } from '../../core/http/envelope.ts'
import { kernelOf } from '../../core/http/kernel.ts'
import { rememberRoutes } from '../../core/http/routes.ts'
import { type TestApp, testApp } from '../support/app.ts'

const shared = definePlugin({
  id: 'shared',
  adminApi: async (app) => {
    await app.register(async (inner) => void inner.get('/deep', { config: { open: 'signed-in' } }, () => ({ ok: true })), {
      prefix: '/shared',
    })
  },
  storeApi: (app) => void app.get('/shared', { config: { access: 'public' } }, () => ({ ok: true })),
})

let it: TestApp
beforeAll(async () => {
  it = await testApp(['sheets'], { extra: [shared] })
})
afterAll(() => it.close())

test('a step of the server that stands before one it builds on is refused', async () => {
  const bare = fastify()
  await expect(bare.register(guardRoutes).ready()).rejects.toThrow(/stoa-kernel.*stoa-guard/)
  const unguarded = fastify()
  await unguarded.register(kernelOf, { kernel: it.kernel })
  for (const next of [documentation, rememberRoutes, envelope]) await unguarded.register(next)
  await expect(unguarded.register(docsSite).ready()).rejects.toThrow(/stoa-guard.*stoa-docs-site/)
})

test('every route knows whose it is, however deep it was registered', () => {
  const ownerOf = (method: string, url: string) => it.app.routes.find((r) => r.method === method && r.url === url)?.plugin
  expect(ownerOf('GET', '/api/admin/shared/deep')).toBe('shared')
  expect(ownerOf('GET', '/api/shared')).toBe('shared')
  expect(ownerOf('GET', '/api/admin/role/:id')).toBe('core')
  expect(ownerOf('POST', '/api/admin/role/import')).toBe('sheets')
  expect(ownerOf('GET', '/health/live')).toBe('core')
  expect(ownerOf('GET', '/api/docs/json')).toBe('core')
})

test('two products in one process do not know of each other', async () => {
  const other = await createApp(it.kernel)
  expect(other.routes).toEqual(it.app.routes)
  expect(other.routes).not.toBe(it.app.routes)
  await other.http.close()
})
