import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { projectRoot } from '../../core/root.ts'
import { type Cli, openCli } from './run.ts'

/** Development mode: one command that detects changes and cleans up at the end. */
let it: Cli
let dev: ChildProcess | undefined
let output = ''
beforeAll(async () => {
  it = await openCli()
})
const NEW_FILE = join(projectRoot(), 'cli', 'written-by-a-test.json')
afterEach(async () => {
  rmSync(NEW_FILE, { force: true })
  if (dev && dev.exitCode === null && dev.signalCode === null) {
    const exited = once(dev, 'exit')
    dev.kill('SIGTERM')
    await exited
  }
})
afterAll(() => it.close())

/** Returns a free port. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}
const waiting = { timeout: 60_000, interval: 100 }
const answers = async (url: string) =>
  fetch(url).then(
    ({ status }) => status,
    () => 0,
  )

test('stoa dev serves store, API and admin, restarts on code changes but not page changes, and cleans up on exit', async () => {
  const [port, adminPort] = [await freePort(), await freePort()]
  dev = spawn(process.execPath, [join(projectRoot(), 'cli/bin.mjs'), 'dev', '--admin-port', String(adminPort)], {
    cwd: it.folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...it.env, STOA_PORT: String(port), CI: undefined },
  })
  for (const stream of [dev.stdout, dev.stderr]) stream?.on('data', (part: Buffer) => (output += part.toString()))
  const shop = `http://127.0.0.1:${port}`
  const ready = (times: number) => vi.waitUntil(() => output.split('Ready in').length > times, waiting)
  await ready(1)
  expect(output).toContain(`Shop   ${shop}/`)
  const page = await fetch(`${shop}/`)
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('/@vite/client')])
  // The admin is served from its sources, and its API calls are forwarded to the server.
  const admin = `http://127.0.0.1:${adminPort}`
  expect(await (await fetch(`${admin}/admin/`)).text()).toContain('/src/')
  expect(await answers(`${admin}/api/admin/account`)).toBe(401)

  const begins = output.split('changed: starting again').length
  for (const folder of ['plugins/notes/admin', 'plugins/notes/tests', 'cli/templates']) {
    const file = join(projectRoot(), folder, 'written-by-a-test.json')
    writeFileSync(file, '{}')
    rmSync(file)
  }
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  expect(output.split('changed: starting again')).toHaveLength(begins)

  writeFileSync(NEW_FILE, '{}')
  await vi.waitUntil(() => output.includes('cli/written-by-a-test.json changed: starting again'), waiting)
  await ready(2)
  expect(await answers(`${shop}/health/ready`)).toBe(200)

  const exited = once(dev, 'exit')
  dev.kill('SIGTERM')
  expect(await exited).toEqual([0, null])
  expect([await answers(`${shop}/health/live`), await answers(`${admin}/admin/`)]).toEqual([0, 0])
  await vi.waitUntil(
    async () =>
      (await it.query(`select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`)).length === 0,
    waiting,
  )
}, 120_000)
