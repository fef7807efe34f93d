import { expect, test } from 'vitest'
import { sql } from 'stoa'
import { FAKE } from '../fakes/state.ts'
import { syncTask } from '../services/sync/sync-task.ts'
import { createSyncFixture } from './sync-fixture.ts'

const clickup = createSyncFixture()
const { shop, call, connect, ctx, jobs, poll, report, findProblem, lines, bodies } = clickup
const db = () => shop.it.kernel.db

test('rate limit: the task waits until ClickUp allows calls, without a failed job', async () => {
  clickup.fake.state.set({ rate_limit: 0 })
  const { body } = await call('post', 'my/task', { title: 'Patient' })
  await jobs()
  expect(await findProblem(body.id)).toMatchObject({ state: 'waiting', problem: 'rate_limited' })
  const waiting = await db().rows(sql`select 1 from clickup_rate_limit where blocked_until > now()`)
  expect(waiting).toHaveLength(1)
  const { length } = clickup.fake.state.calls
  await syncTask(ctx(), body.id, 'here')
  expect(clickup.fake.state.calls).toHaveLength(length)
  clickup.fake.state.set()
  await db().run(sql`delete from clickup_rate_limit`)
  await syncTask(ctx(), body.id, 'here')
  expect([...clickup.fake.state.tasks.tasks.values()].at(-1)?.name).toBe('Patient')
  expect(await findProblem(body.id)).toBeUndefined()
})

test.each([
  ['drop', { drop: true }, 'unreachable'],
  ['garbage', { garbage_body: true }, 'unreadable'],
])('%s: the failure is reported, the job is repeated, and the task is sent in the end', async (_, failure, problem) => {
  clickup.fake.state.set(failure)
  const { body } = await call('post', 'my/task', { title: `After ${problem}` })
  await expect(syncTask(ctx(), body.id, 'here')).rejects.toThrow(`CLICKUP_${problem.toUpperCase()}`)
  expect(await findProblem(body.id)).toMatchObject({ state: 'failed', problem })
  await shop.it.clock('clickup/sync')
  expect((await report()).problem).toBe(problem)
  clickup.fake.state.set()
  await syncTask(ctx(), body.id, 'here')
  expect([...clickup.fake.state.tasks.tasks.values()].at(-1)?.name).toBe(`After ${problem}`)
  await shop.it.clock('clickup/sync')
  expect((await report()).problem).toBeNull()
})

test('a task that failed during a long outage is sent by the schedule', async () => {
  clickup.fake.state.set({ drop: true })
  const { body } = await call('post', 'my/task', { title: 'Long outage' })
  await jobs()
  clickup.fake.state.set()
  await db().run(sql`update clickup_task set updated_at = now() - interval '1 hour' where task_id = ${body.id}`)
  await poll()
  expect(await findProblem(body.id)).toBeUndefined()
  expect([...clickup.fake.state.tasks.tasks.values()].at(-1)?.name).toBe('Long outage')
})

test('an invalid token and a refusal wait for a person: they are not repeated', async () => {
  clickup.fake.state.set({ expire_token: 'OAUTH_025' })
  const { body } = await call('post', 'my/task', { title: 'Revoked' })
  await jobs()
  expect(await findProblem(body.id)).toMatchObject({ state: 'failed', problem: 'token_invalid', detail: 'OAUTH_025' })
  const { length } = clickup.fake.state.calls
  await jobs()
  expect(clickup.fake.state.calls).toHaveLength(length)
  clickup.fake.state.set()
  expect((await call('post', `clickup/sync/${body.id}/retry`)).status).toBe(200)
  await jobs()
  expect(await findProblem(body.id)).toBeUndefined()
  expect((await call('post', `clickup/sync/${body.id}/retry`)).status).toBe(404)
})

test('a lost answer creates no second task, and two workers create one', async () => {
  const count = (title: string) => [...clickup.fake.state.tasks.tasks.values()].filter(({ name }) => name === title).length
  clickup.fake.state.set({ lose_answer: 'POST' })
  const { body } = await call('post', 'my/task', { title: 'Lost answer' })
  await expect(syncTask(ctx(), body.id, 'here')).rejects.toThrow('CLICKUP_UNREACHABLE')
  clickup.fake.state.set()
  await poll()
  await syncTask(ctx(), body.id, 'here')
  expect(count('Lost answer')).toBe(1)
  expect(await db().rows(sql`select 1 from task where title = 'Lost answer'`)).toHaveLength(1)

  clickup.fake.state.set({ slow: 50 })
  const { body: made } = await call('post', 'my/task', { title: 'Two workers' })
  const results = await Promise.allSettled([syncTask(ctx(), made.id, 'here'), syncTask(ctx(), made.id, 'here')])
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await jobs()
  expect(count('Two workers')).toBe(1)
})

test('two runs at once register one webhook', async () => {
  await connect({ sync_tasks: 'to_clickup' })
  await poll()
  await connect({ sync_tasks: 'both' })
  clickup.fake.state.set({ slow: 30 })
  await Promise.all([call('post', 'clickup/sync'), call('post', 'clickup/sync')])
  clickup.fake.state.set()
  await poll()
  expect(clickup.fake.state.tasks.webhooks.size).toBe(1)
})

test('tokens and secrets of webhooks are in no log, answer or table', async () => {
  await poll()
  const secret = [...clickup.fake.state.tasks.webhooks.values()][0]?.secret ?? ''
  expect(secret).not.toBe('')
  await report()
  const tables = await db().rows(
    sql`select to_jsonb(s)::text as row from clickup_sync s union all select to_jsonb(t)::text from clickup_task t`,
  )
  const everything = [...lines, ...bodies, JSON.stringify(tables)].join('\n')
  for (const value of [FAKE.token, secret]) expect(everything.includes(value)).toBe(false)
  expect(JSON.stringify(tables)).toContain('sealed:1:')
  expect(JSON.stringify(tables)).not.toContain('mei@clickup.test')
})
