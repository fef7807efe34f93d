import { expect, test } from 'vitest'
import { definePlugin, AppError, contributeAll, sql, systemCtx, t } from 'stoa'
import { UNAVAILABLE } from 'stoa/engine'
import { defineRun, RUN_KINDS, RUNS } from '../index.ts'
import { getLockKey } from '../services/stored.ts'
import { deleteOldRuns } from '../services/delete-old-runs.ts'
import { RUN_STEP, runStep } from '../services/run-step.ts'
import { ALL, amid, COUNT, LONE, numbers, workShop } from './run-fixture.ts'

/** Creates a file that requires a permission to read. */
const SECRET = defineRun({
  name: 'guarded/secret',
  input: {},
  needs: 'read secrets',
  title: () => 'Secrets',
  file: () => ({ name: 'secrets.txt', mime: 'text/plain' }),
  async whole({ kernel }, { id }) {
    await kernel.get(RUNS).saveBytes(kernel.db, id, bytes('secret'))
    return { answer: {} }
  },
})

/** Pauses until a person decides. */
const HALF = defineRun({
  name: 'guarded/half',
  input: {},
  cursor: { half: t.flag() },
  title: () => 'Half',
  async step({ kernel }, { tell }) {
    await amid.get(0)?.(kernel, { tell })
    return { answer: {}, status: 'pending' }
  },
})

async function* bytes(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text)
}

const guarded = definePlugin({
  id: 'guarded',
  requires: ['runs'],
  permissions: ['read secrets'],
  contributions: contributeAll(RUN_KINDS, { [SECRET.name]: SECRET, [HALF.name]: HALF }),
})

const { shop, person, begin, state } = workShop([guarded])
/** Performs an action while a step of a run is in progress. */
async function meanwhile(id: number, at: number, action: () => Promise<unknown>): Promise<void> {
  let go = () => {}
  const waiting = new Promise<void>((resolve) => (go = resolve))
  const reached = new Promise<void>((resolve) =>
    amid.set(at, async () => {
      resolve()
      await waiting
    }),
  )
  const working = turn(id)
  try {
    await reached
    await action()
  } finally {
    go()
    await working
  }
}

const turn = (id: number) => runStep({ id }, systemCtx(shop.it.kernel, RUN_STEP.name))

test('an exclusive run cannot be resumed while another one is active', async () => {
  const [one, two] = [await person([]), await person([])]
  const first = await begin(LONE, {}, one.ctx)
  await shop.it.jobs()
  expect(await state(first)).toMatchObject({ status: 'abnormal', resumable: true })
  await begin(LONE, {}, two.ctx)
  const refused = await one.client.post(`/api/admin/run/${first}/resume`)
  expect([refused.status, refused.body.code]).toEqual([409, 'RUN_UNDER_WAY'])
})

test('the file of a run requires the permission of its work type', async () => {
  const maker = await person(['read secrets'])
  const id = await begin(SECRET, {}, maker.ctx)
  await shop.it.jobs()
  expect((await maker.client.get(`/api/admin/run/${id}/file`)).raw.body).toBe('secret')
  const watcher = await shop.it.staff('runs.watcher')
  expect((await watcher.get(`/api/admin/run/${id}`)).body).toMatchObject({ status: 'completed', file: null })
  const peeked = await watcher.get(`/api/admin/run/${id}/file`)
  expect([peeked.status, peeked.body.code]).toEqual([403, 'FORBIDDEN'])
  await shop.it.kernel.db.run(sql`update role set permission_list = '{}' where id = (select role_id from account where id = ${maker.id})`)
  expect((await maker.client.get(`/api/admin/run/${id}/file`)).status).toBe(403)
})

test('ids above 32 bits can be run, stopped and resumed', async () => {
  await shop.it.kernel.db.pool.query(`alter table run alter column id restart with 3000000000`)
  const id = await begin(COUNT, { n: 4 })
  expect(id).toBe(3_000_000_000)
  await turn(id)
  expect((await shop.owner.post(`/api/admin/run/${id}/cancel`)).body.status).toBe('canceled')
  expect((await shop.owner.post(`/api/admin/run/${id}/resume`)).body.status).toBe('to_do')
  await shop.it.jobs()
  expect(await numbers(shop.it)).toEqual([1, 2, 3, 4])
  await shop.it.kernel.db.pool.query(`alter table run alter column id restart with 1000`)
})

test.each(['0', '-1', '9007199254740991', '9223372036854775808', '1e3', 'x', '%00'])('the id %s matches no run', async (id) => {
  for (const [method, path] of [
    ['get', ''],
    ['get', '/file'],
    ['post', '/cancel'],
    ['post', '/resume'],
  ] as const) {
    const { status } = await shop.owner[method](`/api/admin/run/${id}${path}`)
    expect([404, 422, 400]).toContain(status)
  }
})

test('a run asked to stop while it reaches a decision point stops there', async () => {
  const id = await begin(HALF, {})
  await meanwhile(id, 0, async () => {
    expect((await shop.owner.post(`/api/admin/run/${id}/cancel`)).body).toMatchObject({ status: 'processing', stopping: true })
  })
  const { status, stopping, ended_at } = await state(id)
  expect([status, stopping, ended_at]).toEqual(['canceled', false, expect.any(String)])
})

test('of twenty concurrent resumes one succeeds, and the work is done once', async () => {
  const id = await begin(COUNT, { n: 4 })
  await turn(id)
  await shop.owner.post(`/api/admin/run/${id}/cancel`)
  const answers = await Promise.all(Array.from({ length: 20 }, () => shop.owner.post(`/api/admin/run/${id}/resume`)))
  expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status !== 200).every(({ body }) => body.code === 'WRONG_STATE')).toBe(true)
  await shop.it.jobs()
  expect(await numbers(shop.it)).toEqual([1, 2, 3, 4])
})

test('of twenty concurrent stops one succeeds', async () => {
  const id = await begin(COUNT, { n: 4 })
  const answers = await Promise.all(Array.from({ length: 20 }, () => shop.owner.post(`/api/admin/run/${id}/cancel`)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('a run waiting for a decision can be stopped although its worker still holds the lock', async () => {
  const id = await begin(HALF, {})
  await turn(id)
  const lock = getLockKey(id)
  const holder = await shop.it.kernel.db.pool.connect()
  try {
    await holder.query(`select pg_advisory_lock(${lock.text})`, lock.values)
    expect((await shop.owner.post(`/api/admin/run/${id}/cancel`)).body).toMatchObject({ status: 'canceled', stopping: false })
  } finally {
    await holder.query(`select pg_advisory_unlock(${lock.text})`, lock.values)
    holder.release()
  }
})

test('twenty concurrent starts by two people create one run, owned by one of them', async () => {
  const people = [await person([]), await person([])]
  const answers = await Promise.allSettled(Array.from({ length: 20 }, (_, i) => begin(LONE, {}, people[i % 2]?.ctx)))
  const ids = new Set(answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : [])))
  expect(ids.size).toBe(1)
  const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason.kind.code] : []))
  expect(refused).toHaveLength(10)
  expect(new Set(refused)).toEqual(new Set(['RUN_UNDER_WAY']))
})

test('deleting the account during a step rolls the step back and removes the run', async () => {
  const { ctx, id: account } = await person(['do work'])
  const id = await begin(COUNT, { n: 4 }, ctx)
  await meanwhile(id, 2, () => shop.it.kernel.db.run(sql`delete from account where id = ${account}`))
  expect(await numbers(shop.it)).toEqual([])
  expect((await shop.owner.get(`/api/admin/run/${id}`)).status).toBe(404)
})

test('permissions revoked between two steps end the run before the next', async () => {
  const { client, ctx, id: account } = await person(['do work'])
  const id = await begin(COUNT, { n: 4 }, ctx)
  await turn(id)
  await shop.it.kernel.db.run(sql`update role set permission_list = '{}' where id = (select role_id from account where id = ${account})`)
  await shop.it.jobs()
  expect(await numbers(shop.it)).toEqual([1, 2])
  expect((await client.get(`/api/admin/run/${id}`)).body.status).toBe('abnormal')
  expect((await client.get('/api/admin/run')).body.total).toBe(1)
})

test('a run in one transaction that finishes before it sees the stop request is completed', async () => {
  const id = await begin(ALL, { n: 2 })
  await meanwhile(id, 2, () => shop.owner.post(`/api/admin/run/${id}/cancel`))
  expect(await state(id)).toMatchObject({ status: 'completed', stopping: false })
  expect(await numbers(shop.it)).toEqual([1, 2])
})

test('a temporary refusal is retried, and its step is rolled back', async () => {
  const id = await begin(COUNT, { n: 4 })
  amid.set(4, () => Promise.reject(new AppError(UNAVAILABLE)))
  await turn(id)
  await expect(turn(id)).rejects.toMatchObject({ kind: { status: 503 } })
  expect(await state(id)).toMatchObject({ status: 'processing', done: 2 })
  amid.clear()
  await turn(id)
  expect(await numbers(shop.it)).toEqual([1, 2, 3, 4])
})

test('ended runs and their files are deleted after thirty days, and pending runs are not', async () => {
  const [old, recent] = [await begin(ALL, { n: 1 }), await begin(ALL, { n: 1 })]
  await shop.it.jobs()
  const waits = await begin(COUNT, { n: 2 })
  for (const [id, days] of [
    [old, 31],
    [recent, 29],
    [waits, 31],
  ] as const)
    await shop.it.kernel.db.run(sql`update run set updated_at = now() - make_interval(days => ${days}) where id = ${id}`)
  await deleteOldRuns(shop.it.kernel)
  const left = await shop.it.kernel.db.rows<{ id: number }>(
    sql`select id from run where id = any(${[old, recent, waits]}::bigint[]) order by id`,
  )
  expect(left.map(({ id }) => id)).toEqual([recent, waits])
  const parts = await shop.it.kernel.db.rows<{ id: number }>(
    sql`select distinct run_id as id from run_part where run_id = any(${[old, recent]}::bigint[])`,
  )
  expect(parts.map(({ id }) => id)).toEqual([recent])
})
