import { createServer, connect, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type TestApp, testApp } from '../support/app.ts'

/** A network connection between product and database that can be interrupted. */
let it: TestApp
let wire: Server
let cut = false
const sockets = new Set<Socket>()

beforeAll(async () => {
  const plain = await testApp(['content'])
  const target = new URL(plain.url)
  wire = createServer((client) => {
    if (cut) return client.destroy()
    const server = connect(Number(target.port || 5432), target.hostname)
    for (const [a, b] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(a)
      a.on('error', () => b.destroy())
        .on('close', () => b.destroy())
        .pipe(b)
    }
  })
  await new Promise<void>((resolve) => wire.listen(0, '127.0.0.1', resolve))
  const url = new URL(plain.url)
  url.hostname = '127.0.0.1'
  url.searchParams.delete('host')
  url.port = String((wire.address() as { port: number }).port)
  await plain.app.http.close()
  await plain.kernel.close()
  it = await testApp(['content'], { url: url.href })
})
afterAll(async () => {
  await it.close()
  wire.close()
})

test('while the database is down requests get 503 with Retry-After, liveness stays green, and service recovers by itself', async () => {
  expect((await it.guest.post('/api/page', { url: 'nothing' })).status).toBe(404)
  cut = true
  for (const socket of sockets) socket.destroy()
  const away = await it.guest.post('/api/page', { url: 'nothing' })
  expect(away).toMatchObject({
    status: 503,
    body: { code: 'UNAVAILABLE', messages: ['The service is busy. Please try again in a moment.'] },
  })
  expect(away.headers['retry-after']).toBe('2')
  expect((await it.guest.get('/health/live')).status).toBe(200)
  await vi.waitFor(async () => expect((await it.guest.get('/health/ready')).status).toBe(503), { timeout: 5_000 })
  cut = false
  await vi.waitFor(async () => expect((await it.guest.post('/api/page', { url: 'nothing' })).status).toBe(404), { timeout: 5_000 })
  await vi.waitFor(async () => expect((await it.guest.get('/health/ready')).status).toBe(200), { timeout: 5_000 })
})
