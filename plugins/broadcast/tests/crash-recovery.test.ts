import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { startWorkerProcess } from '../../../tests/support/server.ts'
import { draft, readers, listRecipients, send, set, getStatus, unsubscribe } from './broadcast-fixture.ts'
import { type MailServer, mailServer } from './fake-smtp-server.ts'

/**
 * Two workers send and are killed; an idle kernel in the test process checks the state. `stoa prove` does the same with thousands of
 * recipients.
 */
let it: TestApp
let server: MailServer
const home = mkdtempSync(join(tmpdir(), 'stoa-broadcast-'))
const workers: ChildProcess[] = []

beforeAll(async () => {
  server = await mailServer({ slow: () => 8 })
  it = await testApp(['broadcast'])
})
afterAll(async () => {
  for (const worker of workers) worker.kill('SIGKILL')
  await it.close()
  await server.close()
  rmSync(home, { recursive: true, force: true })
})

const start = async () => {
  const env = { STOA_SMTP_URL: server.url, STOA_MAIL_FROM: 'shop@shop.test' }
  workers.push(await startWorkerProcess(it.url, home, env))
}

async function until(condition: () => Promise<boolean>, seconds: number): Promise<void> {
  for (const end = Date.now() + seconds * 1_000; Date.now() < end; await wait(100)) if (await condition()) return
  throw new Error('the condition was not met in time')
}

const settled = async (id: number) =>
  (
    await it.kernel.db.one<{ n: number }>(
      sql`select count(*)::int as n from broadcast_recipient where broadcast_id = ${id} and status not in ('pending', 'process')`,
    )
  )?.n ?? 0

test(
  'when workers are killed, nobody gets an email twice, nobody is missed, and rows agree with the mail server',
  { timeout: 240_000 },
  async () => {
    const many = 450
    await readers(it, many)
    await set(it, { rate_per_min: 100_000, answer_seconds: 6, retry_seconds: 1, hard_bounces: 0 })
    server.faults = { slow: () => 8, refuses: (address) => /\d*7777?@/.test(address) || address === 'reader13@mail.test' }
    const id = await draft(it)
    await Promise.all([start(), start()])
    await send(it, id)
    // Unsubscribe as soon as sending starts. Starting a worker may take as long as sending the rest, and the last recipient must still be
    // pending.
    await until(async () => (await settled(id)) > 0, 60)
    await unsubscribe(it, `reader${many}@mail.test`)
    for (const part of [0.15, 0.3, 0.45]) {
      await until(async () => (await settled(id)) >= many * part, 60)
      workers.shift()?.kill('SIGKILL')
      await start()
    }
    await until(async () => (await getStatus(it, id)) === 'sent', 150)
    const rows = await listRecipients(it, id)
    const times = new Map<string, number>()
    for (const { to } of server.received) times.set(to, (times.get(to) ?? 0) + 1)
    const has = (address: string) => times.get(address) ?? 0
    const listByStatus = (status: string, reason?: string) =>
      rows.filter((row) => row.status === status && (reason === undefined || row.reason === reason))
    expect(rows).toHaveLength(many)
    expect([...times].filter(([, n]) => n > 1)).toEqual([])
    expect(listByStatus('sent').filter(({ address_norm }) => has(address_norm) !== 1)).toEqual([])
    expect(rows.filter(({ address_norm, status, reason }) => has(address_norm) > 0 && status !== 'sent' && reason !== 'unknown')).toEqual(
      [],
    )
    expect(rows.filter(({ status, reason }) => !['sent', 'rejected'].includes(status) && !['unknown', 'refused'].includes(reason))).toEqual(
      [],
    )
    expect(listByStatus('abnormal', 'refused').length).toBeGreaterThan(0)
    expect(rows.find(({ address_norm }) => address_norm === `reader${many}@mail.test`)?.status).toBe('rejected')
    expect(has(`reader${many}@mail.test`)).toBe(0)
  },
)
