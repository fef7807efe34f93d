import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readFile, realpath, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { stopEmbeddedIfLast } from '../../cli/database/index.ts'
import { freePort } from '../e2e/shop-process.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await realpath(await mkdtemp(join(tmpdir(), 'stoa-first-')))
  await chmod(dataDir, 0o755)
})
afterEach(async () => {
  await stopEmbeddedIfLast({ dataDir })
  await rm(dataDir, { recursive: true, force: true })
})

/** Starts the product on the data folder, and collects its output. */
function start(port: number) {
  const { DATABASE_URL: _, ...env } = process.env
  const child = spawn(process.execPath, ['cli/bin.mjs', 'start'], { env: { ...env, STOA_DATA_DIR: dataDir, STOA_PORT: String(port) } })
  const printed = { text: '' }
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (printed.text += part.toString()))
  return { child, printed }
}

/** Whether the database server of the data folder runs, according to its PID file. */
async function isServerRunning(): Promise<boolean> {
  const notes = join(dataDir, 'postgres/cluster/postmaster.pid')
  if (!existsSync(notes)) return false
  const [pid = ''] = (await readFile(notes, 'utf8')).split('\n')
  return existsSync(`/proc/${pid}`)
}

test('a first start that is stopped early has shown the one-time password and leaves no database running', async () => {
  const { child, printed } = start(await freePort())
  await expect.poll(() => printed.text, { timeout: 80_000, interval: 50 }).toContain('filling in the demo shop')
  expect(printed.text).toMatch(/One-time password\s+\S{12}/)
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
  expect(await isServerRunning()).toBe(false)
}, 120_000)

test('a port in use is reported before anything else happens', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as { port: number }
  const { child, printed } = start(port)
  const [code] = await once(child, 'exit')
  other.close()
  expect([code, printed.text]).toEqual([1, expect.stringContaining(`Port ${port} of 127.0.0.1 is taken by another program.`)])
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
})
