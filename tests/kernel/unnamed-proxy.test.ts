import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { checkContent } from '../../cli/doctor/content.ts'
import { sql } from '../../core/db/sql.ts'
import { unnamedProxies } from '../../cli/start/unnamed-proxy.ts'
import { type TestApp, testApp } from '../support/app.ts'

let open: TestApp
let behind: TestApp
beforeAll(async () => {
  open = await testApp(['staff'])
  behind = await testApp(['staff'], { env: { STOA_TRUST_PROXY: '10.0.0.7' } })
})
afterAll(() => Promise.all([open.close(), behind.close()]))
beforeEach(async () => {
  for (const it of [open, behind]) await it.kernel.db.run(sql`delete from rate_limit`)
})

const visit = (it: TestApp, remoteAddress: string, headers: Record<string, string> = { 'x-forwarded-for': '203.0.113.9' }) =>
  it.app.http.inject({ method: 'GET', url: '/health/live', remoteAddress, headers })
const proxyLine = async (it: TestApp) =>
  (await checkContent(it.kernel)).filter((finding) => JSON.stringify(finding).includes('STOA_TRUST_PROXY'))

test('the doctor names an unconfigured proxy that forwards client addresses', async () => {
  expect(await proxyLine(open)).toEqual([])
  await visit(open, '10.0.0.7')
  await visit(open, '::ffff:10.0.0.7')
  await vi.waitFor(async () => expect(await unnamedProxies(open.kernel)).toEqual(['10.0.0.7']))
  expect(JSON.stringify(await proxyLine(open))).toContain('10.0.0.7')
  await open.kernel.db.run(sql`update rate_limit set expires_at = now() - interval '1 minute'`)
  expect(await proxyLine(open)).toEqual([])
})

test('a configured proxy, a direct client and a header from a public address are not recorded', async () => {
  await visit(behind, '10.0.0.7')
  await visit(behind, '10.0.0.8', {})
  await visit(behind, '198.51.100.4')
  await visit(behind, '10.0.0.9')
  await vi.waitFor(async () => expect(await unnamedProxies(behind.kernel)).toEqual(['10.0.0.9']))
})

test('a process records a limited number of unnamed proxies', async () => {
  for (let n = 1; n <= 60; n++) await visit(open, `10.1.0.${n}`)
  await vi.waitFor(async () => expect((await unnamedProxies(open.kernel)).length).toBeGreaterThan(15))
  expect((await unnamedProxies(open.kernel)).length).toBeLessThanOrEqual(20)
})
