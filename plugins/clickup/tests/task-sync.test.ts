import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { sql, systemCtx } from 'stoa'
import { suite } from 'stoa/testing'
import { type FakeClickUp, startFakeClickUp } from '../fakes/server.ts'
import { FAKE } from '../fakes/state.ts'
import { FAKE_LIST, type FakeTask } from '../fakes/tasks.ts'
import { receiveTask } from '../services/sync/receive-task.ts'
import { syncTask } from '../services/sync/sync-task.ts'

const lines: string[] = []
const bodies: string[] = []
const shop = suite(['clickup', 'staff', 'tasks'])
let fake: FakeClickUp
let mei: { id: number }

const db = () => shop.it.kernel.db
const ctx = () => systemCtx(shop.it.kernel, 'test')
const call = async (method: 'get' | 'post' | 'put' | 'delete', path: string, body?: unknown, client = shop.owner) => {
  const answer = method === 'get' ? await client.get(`/api/admin/${path}`) : await client[method](`/api/admin/${path}`, body)
  bodies.push(answer.raw.body)
  return answer
}
const connect = async (values: object) => {
  const answer = await call('put', 'settings/clickup', { ...fake.settings, token: FAKE.token, list_id: FAKE_LIST, ...values })
  expect(answer.status, answer.raw.body).toBe(200)
}
/** Runs events and the jobs they queue. A job of a task waits until the result of the last one is written, so a second run finds it. */
const jobs = async () => {
  await shop.it.jobs()
  await shop.it.jobs()
}
const poll = async () => {
  await shop.it.clock('clickup/sync')
  await jobs()
}

/** Creates a task here, and sends it. Returns its id and its task in ClickUp. */
async function createSent(values: object): Promise<{ id: number; remote: FakeTask }> {
  const { body } = await call('post', 'my/task', values)
  await jobs()
  const remote = [...fake.state.tasks.tasks.values()].at(-1)
  if (!remote) throw new Error('the task was not created in ClickUp')
  return { id: body.id, remote }
}
const read = async (id: number) => (await call('get', `my/task/${id}`)).body
const edit = async (id: number, values: object) => {
  const { version, title } = await read(id)
  const answer = await call('put', `my/task/${id}`, { version, title, ...values })
  expect(answer.status, answer.raw.body).toBe(200)
}
const findRemote = (id: string) => fake.state.tasks.tasks.get(id)
const findLocal = async (title: string) =>
  (await db().one<{ id: number }>(sql`select id from task where title = ${title} order by id desc limit 1`))?.id ?? 0
const report = async () => (await call('get', 'clickup/sync')).body
const problemOf = async (id: number) =>
  (await report()).problems.find(({ task_id }: { task_id: number }) => task_id === id) as { state: string; problem: string } | undefined
const sendWebhook = (body: string, signature: string) =>
  shop.guest.post('/api/clickup/webhook', body, { 'content-type': 'application/json', 'x-signature': signature })
const countWrites = () => fake.state.calls.filter(({ method, path }) => method !== 'GET' && /\/task/.test(path)).length

beforeAll(async () => {
  fake = await startFakeClickUp()
  for (const level of ['debug', 'info', 'warn', 'error'] as const)
    vi.spyOn(shop.it.kernel.log, level).mockImplementation((...args: unknown[]) => void lines.push(JSON.stringify(args)))
  const client = await shop.it.staff('tasks.editor')
  mei = { id: (await client.get('/api/admin')).body.id }
  await db().run(sql`update account set email = 'mei@clickup.test' where id = ${mei.id}`)
  const { body } = await shop.owner.get('/api/admin')
  fake.state.tasks.members.push({ id: 1, username: 'Owner', email: body.email })
})
afterAll(() => fake.stop())
beforeEach(() => connect({ sync_tasks: 'both' }))
afterEach(async () => {
  fake.state.set()
  await db().run(sql`delete from clickup_rate_limit`)
  await db().run(sql`update clickup_sync set polled_until = now()`)
  await jobs()
})

test('nothing is sent while the synchronization is off', async () => {
  await connect({ sync_tasks: 'off' })
  const { length } = fake.state.calls
  await call('post', 'my/task', { title: 'Private' })
  await jobs()
  expect(fake.state.calls).toHaveLength(length)
  expect((await report()).is_active).toBe(false)
})

test('settings name a wrong or missing list by field', async () => {
  for (const values of [{ list_id: '12/../3' }, { list_id: '', sync_tasks: 'both' }]) {
    const answer = await call('put', 'settings/clickup', values)
    expect([answer.status, Object.keys(answer.body.messages)]).toEqual([422, ['list_id']])
  }
})

test('a task is created in ClickUp with its values, and each change is sent once', async () => {
  const due = { due_date: '2027-03-04', due_time: '09:30' }
  const { id, remote } = await createSent({ title: 'Order labels', assignee_admin_id: mei.id, ...due })
  const zone = shop.it.kernel.settings.named('basic')['time_zone']
  const expected = await db().one<{ at: string }>(
    sql`select (extract(epoch from timestamp '2027-03-04 09:30' at time zone ${zone as string}) * 1000)::bigint::text as at`,
  )
  expect(remote).toMatchObject({ name: 'Order labels', status: 'to do', assignees: [48290], due_date: Number(expected?.at) })
  expect(remote.description).toMatch(new RegExp(`/admin/tasks/${id}$`))
  const row = await db().one(sql`select external_tool, external_id, external_url from task where id = ${id}`)
  expect(row).toEqual({ external_tool: 'clickup', external_id: remote.id, external_url: `https://app.clickup.com/t/${remote.id}` })

  const before = countWrites()
  await edit(id, { title: 'Order white labels' })
  await edit(id, { title: 'Order yellow labels', due_date: '2027-03-05', due_time: null })
  await jobs()
  expect(findRemote(remote.id)?.name).toBe('Order yellow labels')
  expect(countWrites() - before).toBeLessThanOrEqual(2)
  const after = countWrites()
  await edit(id, { description: 'not synchronized' })
  await syncTask(ctx(), id, 'here')
  await jobs()
  expect(countWrites()).toBe(after)

  await call('post', `my/task/${id}/status`, { action: 'start' })
  await jobs()
  expect(findRemote(remote.id)?.status).toBe('in progress')
  await call('post', `my/task/${id}/status`, { action: 'cancel' })
  await jobs()
  expect(findRemote(remote.id)?.status).toBe('complete')
  await poll()
  expect((await read(id)).status).toBe('canceled')
})

test('a status that the list does not have becomes one of the same type, or stays', async () => {
  await connect({ sync_tasks: 'both', status_process: 'Doing', status_completed: 'Done' })
  const { id, remote } = await createSent({ title: 'Types' })
  await call('post', `my/task/${id}/status`, { action: 'start' })
  await jobs()
  expect(findRemote(remote.id)?.status).toBe('in progress')
  await call('post', `my/task/${id}/status`, { action: 'complete' })
  await jobs()
  expect(findRemote(remote.id)?.status).toBe('complete')
  await connect({ status_process: 'in progress', status_completed: 'complete' })
})

test('an assignee is exchanged, others stay, and one that the list does not know is left out and reported', async () => {
  const { id, remote } = await createSent({ title: 'Assignees', assignee_admin_id: mei.id })
  fake.state.tasks.members.push({ id: 7, username: 'Guest', email: 'guest@clickup.test' })
  fake.state.tasks.edit(remote.id, { assignees: [48290, 7] })
  await poll()
  expect((await read(id)).assignee).toMatchObject({ id: mei.id })
  await edit(id, { assignee_admin_id: null })
  await jobs()
  expect(findRemote(remote.id)?.assignees).toEqual([7])
  const stranger = await shop.it.staff([])
  const { body } = await stranger.get('/api/admin')
  const other = await createSent({ title: 'Unknown assignee', assignee_admin_id: body.id })
  expect(other.remote.assignees).toEqual([])
  expect(await problemOf(other.id)).toMatchObject({ state: 'synced', problem: 'assignee_unknown_there' })
})

test('changes in ClickUp are applied here by webhook and by poll, and are not sent back', async () => {
  const { id, remote } = await createSent({ title: 'Echo', assignee_admin_id: mei.id })
  await poll()
  expect((await report()).has_webhook).toBe(true)
  const writes = countWrites()
  fake.state.tasks.edit(remote.id, {
    name: 'Echo there',
    status: 'in progress',
    due_date: Date.UTC(2027, 4, 6, 7, 15),
    date_updated: Date.now() + 5,
  })
  const { body, signature } = fake.state.tasks.sign(remote.id)
  for (const answer of [await sendWebhook(body, signature), await sendWebhook(body, signature)])
    expect([answer.status, answer.body]).toEqual([200, { accepted: true }])
  await jobs()
  expect(await read(id)).toMatchObject({ title: 'Echo there', status: 'process', assignee: { id: mei.id } })
  fake.state.tasks.edit(remote.id, { name: 'Echo again', status: 'complete', assignees: [], date_updated: Date.now() + 10 })
  await poll()
  await poll()
  expect(await read(id)).toMatchObject({ title: 'Echo again', status: 'completed', assignee: null })
  expect(countWrites()).toBe(writes)
})

test('a webhook without a valid signature changes nothing', async () => {
  const { remote } = await createSent({ title: 'Signed' })
  await poll()
  const { body, signature } = fake.state.tasks.sign(remote.id)
  const { length } = fake.state.calls
  for (const [wrongBody, wrong] of [
    [body, ''],
    [body, `${signature.slice(0, -1)}${signature.endsWith('0') ? '1' : '0'}`],
    [body.replace(remote.id, 'other'), signature],
    [body.replace('fake-webhook-', 'unknown-'), signature],
    ['not JSON', signature],
    ['[]', signature],
  ] as const)
    expect((await sendWebhook(wrongBody, wrong)).status, wrongBody).toBe(404)
  await jobs()
  expect(fake.state.calls).toHaveLength(length)
})

test('a conflict: the later change wins, and the log has both values', async () => {
  const late = await createSent({ title: 'Base' })
  fake.state.set({ drop: true })
  await edit(late.id, { title: 'Ours is earlier' })
  await jobs()
  fake.state.set()
  fake.state.tasks.edit(late.remote.id, { name: 'Theirs is later', date_updated: Date.now() + 60_000 })
  await syncTask(ctx(), late.id, 'here')
  expect((await read(late.id)).title).toBe('Theirs is later')
  expect(findRemote(late.remote.id)?.name).toBe('Theirs is later')
  expect(await log(late.id, 'update')).toContainEqual({ field: 'title', old: 'Ours is earlier', new: 'Theirs is later' })

  const early = await createSent({ title: 'Base' })
  fake.state.tasks.edit(early.remote.id, { name: 'Theirs is earlier', status: 'in progress', date_updated: Date.now() - 60_000 })
  await edit(early.id, { title: 'Ours is later' })
  await jobs()
  expect(await read(early.id)).toMatchObject({ title: 'Ours is later', status: 'process' })
  expect(findRemote(early.remote.id)).toMatchObject({ name: 'Ours is later', status: 'in progress' })
  expect(await log(early.id, 'outdated')).toContainEqual({ field: 'title', old: 'Theirs is earlier', new: 'Ours is later' })
})

const log = async (id: number, verb: string) =>
  (
    await db().rows<{ changes: { field: string }[] }>(
      sql`select changes from audit_log where resource = 'task' and row_id = ${id} and verb = ${verb} order by id`,
    )
  ).flatMap(({ changes }) => changes)

test('a new task of the list becomes a task once, with its assignee; closed ones, subtasks and other lists do not', async () => {
  const { tasks } = fake.state
  const made = tasks.create({ name: 'From ClickUp', status: 'in progress', assignees: [48290] })
  tasks.create({ name: 'Closed there', status: 'complete' })
  tasks.create({ name: 'Subtask there', parent: made.id })
  tasks.create({ name: 'Elsewhere', listId: '5' })
  const results = await Promise.allSettled([1, 2, 3].map(() => receiveTask(ctx(), made.id)))
  expect(results.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0)
  await poll()
  const rows = await db().rows<{ title: string; status: string }>(
    sql`select title, status from task where title in ('From ClickUp', 'Closed there', 'Subtask there', 'Elsewhere')`,
  )
  expect(rows).toEqual([{ title: 'From ClickUp', status: 'process' }])
  const writes = countWrites()
  expect((await read(await findLocal('From ClickUp'))).assignee).toMatchObject({ id: mei.id })
  await poll()
  expect(countWrites()).toBe(writes)
})

test('an assignee in ClickUp without an account here is reported and stays there', async () => {
  fake.state.tasks.members.push({ id: 99, username: 'Stranger', email: 'stranger@clickup.test' })
  const made = fake.state.tasks.create({ name: 'Of a stranger', assignees: [99] })
  await poll()
  const id = await findLocal('Of a stranger')
  expect(await problemOf(id)).toMatchObject({ state: 'synced', problem: 'assignee_unknown_here' })
  await edit(id, { title: 'Of a stranger still' })
  await jobs()
  expect(findRemote(made.id)).toMatchObject({ name: 'Of a stranger still', assignees: [99] })
})

test('one way: changes in ClickUp are not applied, and the webhook is removed', async () => {
  const { id, remote } = await createSent({ title: 'One way' })
  await poll()
  expect(fake.state.tasks.webhooks.size).toBe(1)
  await connect({ sync_tasks: 'to_clickup' })
  fake.state.tasks.edit(remote.id, { name: 'Changed there', date_updated: Date.now() + 60_000 })
  fake.state.tasks.create({ name: 'New there' })
  await poll()
  expect(fake.state.tasks.webhooks.size).toBe(0)
  expect((await read(id)).title).toBe('One way')
  expect(await findLocal('New there')).toBe(0)
  await edit(id, { title: 'One way again' })
  await jobs()
  expect(findRemote(remote.id)?.name).toBe('One way again')
})

test('a task that was deleted in ClickUp, or here, ends the link; trying again creates a new one', async () => {
  const there = await createSent({ title: 'Deleted there' })
  fake.state.tasks.tasks.delete(there.remote.id)
  await edit(there.id, { title: 'Deleted there, changed here' })
  await jobs()
  expect(await problemOf(there.id)).toMatchObject({ state: 'ended', problem: 'deleted_there' })
  expect(await db().one(sql`select external_id from task where id = ${there.id}`)).toEqual({ external_id: null })
  const { length } = fake.state.calls
  await edit(there.id, { title: 'Changed once more' })
  await jobs()
  expect(fake.state.calls).toHaveLength(length)
  expect((await call('post', `clickup/sync/${there.id}/retry`)).status).toBe(200)
  await jobs()
  expect([...fake.state.tasks.tasks.values()].at(-1)?.name).toBe('Changed once more')
  expect(await problemOf(there.id)).toBeUndefined()

  const here = await createSent({ title: 'Deleted here' })
  await call('delete', `my/task/${here.id}`)
  await jobs()
  expect(await problemOf(here.id)).toMatchObject({ state: 'ended', problem: 'deleted_here', title: null })
  fake.state.tasks.edit(here.remote.id, { name: 'Still there' })
  await poll()
  expect(findRemote(here.remote.id)?.name).toBe('Still there')
  expect(await findLocal('Still there')).toBe(0)
})

test('rate limit: the task waits until ClickUp allows calls, without a failed job', async () => {
  fake.state.set({ rate_limit: 0 })
  const { body } = await call('post', 'my/task', { title: 'Patient' })
  await jobs()
  expect(await problemOf(body.id)).toMatchObject({ state: 'waiting', problem: 'rate_limited' })
  const waiting = await db().rows(sql`select 1 from clickup_rate_limit where blocked_until > now()`)
  expect(waiting).toHaveLength(1)
  const { length } = fake.state.calls
  await syncTask(ctx(), body.id, 'here')
  expect(fake.state.calls).toHaveLength(length)
  fake.state.set()
  await db().run(sql`delete from clickup_rate_limit`)
  await syncTask(ctx(), body.id, 'here')
  expect([...fake.state.tasks.tasks.values()].at(-1)?.name).toBe('Patient')
  expect(await problemOf(body.id)).toBeUndefined()
})

test.each([
  ['drop', { drop: true }, 'unreachable'],
  ['garbage', { garbage_body: true }, 'unreadable'],
])('%s: the failure is reported, the job is repeated, and the task is sent in the end', async (_, failure, problem) => {
  fake.state.set(failure)
  const { body } = await call('post', 'my/task', { title: `After ${problem}` })
  await expect(syncTask(ctx(), body.id, 'here')).rejects.toThrow(`CLICKUP_${problem.toUpperCase()}`)
  expect(await problemOf(body.id)).toMatchObject({ state: 'failed', problem })
  await shop.it.clock('clickup/sync')
  expect((await report()).problem).toBe(problem)
  fake.state.set()
  await syncTask(ctx(), body.id, 'here')
  expect([...fake.state.tasks.tasks.values()].at(-1)?.name).toBe(`After ${problem}`)
  await shop.it.clock('clickup/sync')
  expect((await report()).problem).toBeNull()
})

test('a task that failed during a long outage is sent by the schedule', async () => {
  fake.state.set({ drop: true })
  const { body } = await call('post', 'my/task', { title: 'Long outage' })
  await jobs()
  fake.state.set()
  await db().run(sql`update clickup_task set updated_at = now() - interval '1 hour' where task_id = ${body.id}`)
  await poll()
  expect(await problemOf(body.id)).toBeUndefined()
  expect([...fake.state.tasks.tasks.values()].at(-1)?.name).toBe('Long outage')
})

test('an invalid token and a refusal wait for a person: they are not repeated', async () => {
  fake.state.set({ expire_token: 'OAUTH_025' })
  const { body } = await call('post', 'my/task', { title: 'Revoked' })
  await jobs()
  expect(await problemOf(body.id)).toMatchObject({ state: 'failed', problem: 'token_invalid', detail: 'OAUTH_025' })
  const { length } = fake.state.calls
  await jobs()
  expect(fake.state.calls).toHaveLength(length)
  fake.state.set()
  expect((await call('post', `clickup/sync/${body.id}/retry`)).status).toBe(200)
  await jobs()
  expect(await problemOf(body.id)).toBeUndefined()
  expect((await call('post', `clickup/sync/${body.id}/retry`)).status).toBe(404)
})

test('a lost answer creates no second task, and two workers create one', async () => {
  const count = (title: string) => [...fake.state.tasks.tasks.values()].filter(({ name }) => name === title).length
  fake.state.set({ lose_answer: 'POST' })
  const { body } = await call('post', 'my/task', { title: 'Lost answer' })
  await expect(syncTask(ctx(), body.id, 'here')).rejects.toThrow('CLICKUP_UNREACHABLE')
  fake.state.set()
  await poll()
  await syncTask(ctx(), body.id, 'here')
  expect(count('Lost answer')).toBe(1)
  expect(await db().rows(sql`select 1 from task where title = 'Lost answer'`)).toHaveLength(1)

  fake.state.set({ slow: 50 })
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
  fake.state.set({ slow: 30 })
  await Promise.all([call('post', 'clickup/sync'), call('post', 'clickup/sync')])
  fake.state.set()
  await poll()
  expect(fake.state.tasks.webhooks.size).toBe(1)
})

test('only those who change settings see the log', async () => {
  const reader = await shop.it.staff('tasks.manager')
  expect((await call('get', 'clickup/sync', undefined, reader)).status).toBe(403)
  expect((await call('post', 'clickup/sync', undefined, reader)).status).toBe(403)
  expect((await call('post', 'clickup/sync/1/retry', undefined, reader)).status).toBe(403)
})

test('tokens and secrets of webhooks are in no log, answer or table', async () => {
  await poll()
  const secret = [...fake.state.tasks.webhooks.values()][0]?.secret ?? ''
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
