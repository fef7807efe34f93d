import { expect, test, vi } from 'vitest'
import { sql, systemCtx } from 'stoa'
import { RUNS } from '../index.ts'
import { readRun } from '../services/read.ts'
import { getLockKey } from '../services/stored.ts'
import { deleteOldRuns } from '../services/delete-old-runs.ts'
import { RUN_STEP, runStep, TRIES } from '../services/run-step.ts'
import { ALL, amid, COUNT, hurry, LONE, numbers, workShop } from './run-fixture.ts'

const { shop, person, begin, state } = workShop()
const turn = (id: number) => runStep({ id }, systemCtx(shop.it.kernel, RUN_STEP.name))

test('a run completes step by step and reports its result', async () => {
  const id = await begin(COUNT, { n: 5 })
  expect(await state(id)).toMatchObject({ title: 'Count to 5', status: 'to_do', done: 0, total: null, cancelable: true, stays: true })
  await turn(id)
  expect(await state(id)).toMatchObject({ status: 'processing', done: 2, total: 5 })
  await shop.it.jobs()
  expect(await state(id)).toMatchObject({ status: 'completed', done: 5, total: 5, said: ['Counted to 5'], cancelable: false })
  expect(await numbers(shop.it)).toEqual([1, 2, 3, 4, 5])
})

test('a run started in a transaction that is rolled back does not exist', async () => {
  const undone = shop.it.kernel.transaction(async (tx) => {
    await shop.it.kernel.get(RUNS).begin(tx, shop.it.ctx, COUNT, { n: 2 })
    throw new Error('no')
  })
  await expect(undone).rejects.toThrow('no')
  expect((await shop.owner.get('/api/admin/run')).body).toMatchObject({ data: [], total: 0 })
})

test('a worker that dies during a step leaves it undone, and another resumes from there', async () => {
  // All connections break while the step's transaction is open: the database sees the same after kill -9.
  amid.set(4, async (kernel) => {
    amid.clear()
    await kernel.db.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and application_name = 'stoa'`)
  })
  const id = await begin(COUNT, { n: 6 })
  await turn(id)
  await expect(turn(id)).rejects.toThrow(/onnection|terminat|EPIPE/)
  expect(await numbers(shop.it)).toEqual([1, 2])
  expect(await state(id)).toMatchObject({ status: 'processing', done: 2 })
  await shop.it.jobs()
  expect(await state(id)).toMatchObject({ status: 'completed' })
  expect(await numbers(shop.it)).toEqual([1, 2, 3, 4, 5, 6])
})

test('a step whose job comes twice does its work once', async () => {
  const id = await begin(COUNT, { n: 4 })
  await shop.it.kernel.transaction(async (tx) => {
    for (let i = 0; i < 3; i++) tx.enqueue({ ...RUN_STEP, key: () => `again ${i}` }, { id })
  })
  await shop.it.jobs()
  await turn(id)
  expect(await numbers(shop.it)).toEqual([1, 2, 3, 4])
})

test('two workers are never at one step at the same time', async () => {
  let inside = 0
  let most = 0
  amid.set(2, async () => {
    most = Math.max(most, ++inside)
    await new Promise((resolve) => setTimeout(resolve, 150))
    inside--
  })
  const id = await begin(COUNT, { n: 2 })
  await Promise.all([turn(id), turn(id), turn(id)])
  expect(most).toBe(1)
  expect(await numbers(shop.it)).toEqual([1, 2])
  expect(await state(id)).toMatchObject({ status: 'completed' })
})

test('the job of the next step waits until the previous worker releases the lock', async () => {
  const id = await begin(COUNT, { n: 2 })
  const holder = await shop.it.kernel.db.pool.connect()
  const lock = getLockKey(id)
  await holder.query(`select pg_advisory_lock(${lock.text})`, lock.values)
  setTimeout(() => void holder.query(`select pg_advisory_unlock(${lock.text})`, lock.values).then(() => holder.release()), 200)
  await turn(id)
  expect(await state(id)).toMatchObject({ status: 'completed' })
})

test('a step is rolled back if the run was changed by somebody else meanwhile', async () => {
  const id = await begin(COUNT, { n: 4 })
  amid.set(2, async (kernel) => void (await kernel.db.pool.query(`update run set step = step + 1 where id = ${id}`)))
  await turn(id)
  expect(await numbers(shop.it)).toEqual([])
})

test('stopping between two steps keeps the finished ones and reports it, and the run can be resumed', async () => {
  const { client, ctx } = await person(['do work'])
  const id = await begin(COUNT, { n: 6 }, ctx)
  await turn(id)
  expect((await client.post(`/api/admin/run/${id}/cancel`)).body).toMatchObject({ status: 'canceled', resumable: true })
  await shop.it.jobs()
  expect(await numbers(shop.it)).toEqual([1, 2])
  expect(await state(id)).toMatchObject({ done: 2, said: ['Stopped after 2 of 6. Items already processed are kept.'] })
  expect((await client.post(`/api/admin/run/${id}/cancel`)).body.code).toBe('WRONG_STATE')
  expect((await client.post(`/api/admin/run/${id}/resume`)).body).toMatchObject({ status: 'to_do', said: [] })
  expect((await client.post(`/api/admin/run/${id}/resume`)).body.code).toBe('WRONG_STATE')
  await shop.it.jobs()
  expect(await state(id)).toMatchObject({ status: 'completed' })
  expect(await numbers(shop.it)).toEqual([1, 2, 3, 4, 5, 6])
})

test('a running step finishes before the run stops', async () => {
  const id = await begin(COUNT, { n: 6 })
  amid.set(2, async () => {
    // The cancellation is written outside the step's transaction.
    await shop.it.kernel.db.pool.query(`update run set cancel_wanted = true where id = ${id}`)
  })
  await shop.it.jobs()
  expect(await state(id)).toMatchObject({ status: 'canceled', done: 2, stopping: false })
  expect(await numbers(shop.it)).toEqual([1, 2])
})

test('a run in one transaction shows its progress while the transaction is open, and can stop there', async () => {
  let go = () => {}
  const waiting = new Promise<void>((resolve) => (go = resolve))
  const reached = new Promise<void>((resolve) =>
    amid.set(3, async () => {
      resolve()
      await waiting
    }),
  )
  const id = await begin(ALL, { n: 5 })
  const working = turn(id)
  await reached
  try {
    await vi.waitFor(async () => expect(await state(id)).toMatchObject({ status: 'processing', done: 3, total: 5 }), 5_000)
    expect(await numbers(shop.it)).toEqual([])
    expect((await shop.owner.post(`/api/admin/run/${id}/cancel`)).body).toMatchObject({ stopping: true, cancelable: false })
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  } finally {
    go()
    await working
  }
  expect(await state(id)).toMatchObject({ status: 'canceled', said: ['Stopped before it finished.'] })
  expect(await numbers(shop.it)).toEqual([])
})

test('a finished run in one transaction reports all of its work as done', async () => {
  const id = await begin(ALL, { n: 7 })
  await shop.it.jobs()
  expect(await state(id)).toMatchObject({ status: 'completed', done: 7, total: 7 })
})

test('the file of a run can be downloaded by the person who started it, once it exists', async () => {
  const { client, ctx } = await person([])
  const id = await begin(ALL, { n: 12 }, ctx)
  expect((await client.get(`/api/admin/run/${id}/file`)).body.code).toBe('WRONG_STATE')
  await shop.it.jobs()
  expect((await client.get(`/api/admin/run/${id}`)).body).toMatchObject({ file: 'numbers.txt', own: true, stays: false })
  const file = await client.get(`/api/admin/run/${id}/file`)
  expect([file.raw.body, file.headers['content-disposition']]).toEqual(['12', 'attachment; filename="numbers.txt"'])
  const other = await shop.it.staff(['do work'])
  expect((await other.get(`/api/admin/run/${id}/file`)).status).toBe(404)
  const watcher = await shop.it.staff('runs.watcher')
  expect((await watcher.get(`/api/admin/run/${id}`)).body).toMatchObject({ status: 'completed', file: null })
  expect((await watcher.get(`/api/admin/run/${id}/file`)).body.code).toBe('FORBIDDEN')
})

test('runs of others can be seen and stopped only with the permission to list runs', async () => {
  const { ctx } = await person(['do work'])
  const id = await begin(COUNT, { n: 4 }, ctx)
  const other = await shop.it.staff(['do work'])
  expect((await other.get('/api/admin/run')).body.data).toEqual([])
  for (const [method, path] of [
    ['get', ''],
    ['post', '/cancel'],
    ['post', '/resume'],
  ] as const) {
    expect((await other[method](`/api/admin/run/${id}${path}`)).status).toBe(404)
  }
  expect(await state(id)).toMatchObject({ status: 'to_do' })
  const watcher = await shop.it.staff('runs.watcher')
  expect((await watcher.get('/api/admin/run?open=true')).body).toMatchObject({
    data: [{ id, own: false, who: ctx.actor.kind === 'admin' ? ctx.actor.name : '' }],
    total: 1,
  })
  expect((await watcher.post(`/api/admin/run/${id}/cancel`)).body.status).toBe('canceled')
  const auditLine = await shop.it.kernel.db.one(sql`select verb from audit_log where resource = 'run' and row_id = ${id}`)
  expect(auditLine).toEqual({ verb: 'cancel' })
})

test('a refusal ends a run with its reason, in the language of the reader', async () => {
  const { client, ctx, id: account } = await person(['do work'])
  const id = await begin(COUNT, { n: 4 }, ctx)
  await shop.it.kernel.db.run(sql`update role set permission_list = '{}' where id = (select role_id from account where id = ${account})`)
  await shop.it.jobs()
  expect((await client.get(`/api/admin/run/${id}`)).body).toMatchObject({
    status: 'abnormal',
    said: [expect.stringContaining('do work')],
    resumable: true,
  })
  const chinese = await readRun({ ...ctx, interfaceLanguage: 'zh-HK' }, id)
  expect(chinese.said[0]).toMatch(/[\u4e00-\u9fff]/)
  expect(await numbers(shop.it)).toEqual([])
})

test('an internal error is retried, and ends the run with a plain message after the last attempt', async () => {
  const id = await begin(COUNT, { n: 4 })
  let tried = 0
  amid.set(4, () => {
    tried++
    throw new Error('secret inside')
  })
  for (let i = 0; i < TRIES + 2; i++) {
    await hurry(shop.it)
    await shop.it.jobs()
  }
  expect(tried).toBe(TRIES)
  expect(await state(id)).toMatchObject({ status: 'abnormal', done: 2, said: [expect.stringMatching(/failed repeatedly/)] })
  expect(await numbers(shop.it)).toEqual([1, 2])
  amid.clear()
  await shop.owner.post(`/api/admin/run/${id}/resume`)
  await shop.it.jobs()
  expect(await numbers(shop.it)).toEqual([1, 2, 3, 4])
})

test('a run without a heartbeat is restarted, and one that used all its attempts ends', async () => {
  const [lost, dead] = [await begin(COUNT, { n: 2 }), await begin(COUNT, { n: 2 })]
  await shop.it.kernel.db.pool.query('delete from graphile_worker._private_jobs')
  await shop.it.kernel.db.run(sql`update run set status = 'processing', beat_at = now() - interval '1 hour'`)
  await shop.it.kernel.db.run(sql`update run set tries = ${TRIES} where id = ${dead}`)
  await deleteOldRuns(shop.it.kernel)
  await shop.it.jobs()
  expect(await state(lost)).toMatchObject({ status: 'completed' })
  expect(await state(dead)).toMatchObject({ status: 'abnormal', said: [expect.stringMatching(/failed repeatedly/)] })
})

test('an exclusive run starts once, and other people get an error', async () => {
  const [{ ctx }, other] = [await person([]), await person([])]
  const ids = await Promise.all([1, 2, 3].map(() => begin(LONE, {}, ctx)))
  expect(new Set(ids).size).toBe(1)
  await expect(begin(LONE, {}, other.ctx)).rejects.toMatchObject({ kind: { code: 'RUN_UNDER_WAY' } })
  await shop.it.jobs()
  expect(await begin(LONE, {}, other.ctx)).not.toBe(ids[0])
})

test('the runs of a disabled account end', async () => {
  const { ctx, id: account } = await person(['do work'])
  const id = await begin(COUNT, { n: 4 }, ctx)
  await shop.it.kernel.db.run(sql`update account set enabled = false where id = ${account}`)
  await shop.it.jobs()
  expect(await state(id)).toMatchObject({ status: 'canceled', said: [expect.stringMatching(/deleted or disabled/)] })
})

test('the person who started a long run is notified when it ends, and not of a short one', async () => {
  const { client, ctx } = await person(['do work'])
  await begin(COUNT, { n: 1 }, ctx)
  const id = await begin(COUNT, { n: 3 }, ctx)
  await shop.it.kernel.db.run(sql`update run set created_at = now() - interval '1 minute' where id = ${id}`)
  await shop.it.jobs()
  expect((await client.get('/api/admin/notice')).body.data).toMatchObject([{ kind: 'run_ended', text: 'Count to 3: Completed' }])
})
