import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, expectTypeOf, test } from 'vitest'
import { scheduleJob, defineJob, definePlugin, handleJob, projectRoot, sql, t, type JobPayload, type Tx } from 'stoa'
import { insertJobsSql } from '../../core/db/transaction.ts'
import { runDueJobs } from '../../cli/work/worker.ts'
import { PluginError } from '../../core/plugin/sort-by-dependencies.ts'
import { Registry } from '../../core/plugin/registry.ts'
import { type TestApp, testApp } from '../support/app.ts'

const GREET = defineJob({
  name: 'hall/greet',
  payload: { id: t.id(), how: t.pick(['loud', 'low']), name: t.optional(t.text()) },
  key: ({ id }) => `greet ${id}`,
  attempts: 3,
})

const done: JobPayload<typeof GREET>[] = []
let ticks = 0
const hall = definePlugin({
  id: 'hall',
  jobs: [
    handleJob(GREET, async (payload) => {
      expectTypeOf(payload).toEqualTypeOf<{ id: number; how: 'loud' | 'low'; name?: string }>()
      done.push(payload)
    }),
    scheduleJob('hall/strike', '0 * * * *', async () => {
      ticks++
    }),
  ],
})

let it: TestApp
beforeAll(async () => {
  it = await testApp(['staff'], { extra: [hall] })
})
afterAll(() => it.close())

interface Waiting {
  key: string | null
  attempts: number
  max_attempts: number
  last_error: string | null
}
const waiting = () =>
  it.kernel.db.rows<Waiting>(
    sql`select key, attempts, max_attempts, last_error from graphile_worker.jobs where task_identifier = 'hall/greet' order by id`,
  )

test('a job payload is typed: a misspelt, missing or wrong member is a compile error', () => {
  const tries = (tx: Tx) => {
    tx.enqueue(GREET, { id: 1, how: 'loud' })
    // @ts-expect-error -- a misspelt member
    tx.enqueue(GREET, { id: 1, how: 'loud', nmae: 'Mei' })
    // @ts-expect-error -- a member is missing
    tx.enqueue(GREET, { how: 'loud' })
    // @ts-expect-error -- no such word
    tx.enqueue(GREET, { id: 1, how: 'lout' })
    // @ts-expect-error -- jobs are queued by what declares them, not by name
    tx.enqueue('hall/greet', { id: 1, how: 'loud' })
    // @ts-expect-error -- what is done is told what is queued
    handleJob(GREET, async ({ nmae }) => void nmae)
  }
  expect(tries).toBeTypeOf('function')
})

test('a job receives its payload, the latest of those with its key', async () => {
  await it.kernel.transaction(async (tx) => tx.enqueue(GREET, { id: 7, how: 'low' }))
  await it.kernel.transaction(async (tx) => tx.enqueue(GREET, { id: 7, how: 'loud', name: 'Mei' }))
  expect(await waiting()).toEqual([{ key: 'greet 7', attempts: 0, max_attempts: 3, last_error: null }])
  await runDueJobs(it.kernel)
  expect(done.splice(0)).toEqual([{ id: 7, how: 'loud', name: 'Mei' }])
})

test('of jobs queued together with one key the last one runs, and jobs with other keys too', async () => {
  await it.kernel.transaction(async (tx) => {
    tx.enqueue(GREET, { id: 8, how: 'low' })
    tx.enqueue(GREET, { id: 9, how: 'low' })
    tx.enqueue(GREET, { id: 8, how: 'loud' })
  })
  await it.jobs()
  expect(done.splice(0).sort((a, b) => a.id - b.id)).toEqual([
    { id: 8, how: 'loud' },
    { id: 9, how: 'low' },
  ])
})

test('a job queued by another release runs when its payload is valid, and fails with a message otherwise', async () => {
  await it.kernel.db.run(insertJobsSql([{ task: 'hall/greet', payload: { id: 8, how: 'loud', since: 'the next release' } }]))
  await runDueJobs(it.kernel)
  expect(done.splice(0)).toMatchObject([{ id: 8, how: 'loud' }])
  await it.kernel.db.run(insertJobsSql([{ task: 'hall/greet', payload: { guest: 8, how: 'loud' } }]))
  await runDueJobs(it.kernel)
  expect(done).toEqual([])
  const [left] = await waiting()
  expect(left?.last_error).toBe("hall/greet cannot run, the queued payload is invalid: it must have required property 'id'")
  await it.kernel.db.run(sql`select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs`)
})

test('running due jobs returns only after their results are recorded', async () => {
  await it.kernel.db.pool.query(`
    create function linger() returns trigger language plpgsql as $$ begin perform pg_sleep(0.3); return coalesce(new, old); end $$;
    create trigger linger before update or delete on graphile_worker._private_jobs for each row
      when (old.locked_by is not null) execute function linger()`)
  await it.kernel.transaction(async (tx) => tx.enqueue(GREET, { id: 10, how: 'loud' }))
  await it.kernel.db.run(insertJobsSql([{ task: 'hall/greet', payload: { guest: 10 } }]))
  await runDueJobs(it.kernel)
  expect(done.splice(0)).toMatchObject([{ id: 10 }])
  expect(await it.kernel.db.rows(sql`select attempts, locked_by from graphile_worker.jobs where task_identifier = 'hall/greet'`)).toEqual([
    { attempts: 1, locked_by: null },
  ])
  await it.kernel.db.pool.query('drop function linger cascade')
  await it.kernel.db.run(sql`select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs`)
})

test('a scheduled job runs without a payload, and an unknown one is an error', async () => {
  await it.clock('hall/strike')
  expect(ticks).toBe(1)
  await expect(it.clock('hall/struck')).rejects.toThrow('hall/struck')
})

test.each([
  ['in another name', [scheduleJob('attic/strike', '0 * * * *', async () => {})], 'does the job "attic/strike"'],
  ['twice', [scheduleJob('hall/greet', '0 * * * *', async () => {}), handleJob(GREET, async () => {})], 'does the job "hall/greet" twice'],
])('a job %s stops the start with the name of the plugin', (_title, jobs, message) => {
  const start = () => new Registry([definePlugin({ id: 'hall', jobs })])
  expect(start).toThrow(PluginError)
  expect(start).toThrow(message)
})

test('every declared job has a handler', async () => {
  const folders = ['core', 'plugins'].map((folder) => join(projectRoot(), folder))
  const sources = folders.flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)))
  const code = sources.filter((file) => /(?<!\.test)\.ts$/.test(file)).map((file) => readFileSync(file, 'utf8'))
  const declared = code.flatMap((text) => [...text.matchAll(/defineJob\(\{\s*name: '([\w-]+\/[\w-]+)'/g)].map((m) => m[1] ?? ''))
  expect(declared).toContain('core/mail')
  expect(declared).toContain('runs/step')
  const all = await testApp()
  const names = all.kernel.registry.plugins.flatMap(({ jobs = [] }) => jobs.map(({ name }) => name))
  await all.close()
  expect(declared.filter((name) => !names.includes(name))).toEqual([])
  expect(new Set(declared).size).toBe(declared.length)
})
