import { expect, test } from 'vitest'
import { sql } from 'stoa'
import { receiveTask } from '../services/sync/receive-task.ts'
import { syncTask } from '../services/sync/sync-task.ts'
import { createSyncFixture } from './sync-fixture.ts'

const clickup = createSyncFixture()
const {
  shop,
  call,
  connect,
  ctx,
  jobs,
  poll,
  createSent,
  read,
  edit,
  findRemote,
  findLocal,
  report,
  findProblem,
  sendWebhook,
  countWrites,
} = clickup
const db = () => shop.it.kernel.db

test('changes in ClickUp are applied here by webhook and by poll, and are not sent back', async () => {
  const { id, remote } = await createSent({ title: 'Echo', assignee_admin_id: clickup.mei.id })
  await poll()
  expect((await report()).has_webhook).toBe(true)
  const writes = countWrites()
  clickup.fake.state.tasks.edit(remote.id, {
    name: 'Echo there',
    status: 'in progress',
    due_date: Date.UTC(2027, 4, 6, 7, 15),
    date_updated: Date.now() + 5,
  })
  const { body, signature } = clickup.fake.state.tasks.sign(remote.id)
  for (const answer of [await sendWebhook(body, signature), await sendWebhook(body, signature)])
    expect([answer.status, answer.body]).toEqual([200, { accepted: true }])
  await jobs()
  expect(await read(id)).toMatchObject({ title: 'Echo there', status: 'process', assignee: { id: clickup.mei.id } })
  clickup.fake.state.tasks.edit(remote.id, { name: 'Echo again', status: 'complete', assignees: [], date_updated: Date.now() + 10 })
  await poll()
  await poll()
  expect(await read(id)).toMatchObject({ title: 'Echo again', status: 'completed', assignee: null })
  expect(countWrites()).toBe(writes)
})

test('a webhook without a valid signature changes nothing', async () => {
  const { remote } = await createSent({ title: 'Signed' })
  await poll()
  const { body, signature } = clickup.fake.state.tasks.sign(remote.id)
  const { length } = clickup.fake.state.calls
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
  expect(clickup.fake.state.calls).toHaveLength(length)
})

test('a conflict: the later change wins, and the log has both values', async () => {
  const late = await createSent({ title: 'Base' })
  clickup.fake.state.set({ drop: true })
  await edit(late.id, { title: 'Ours is earlier' })
  await jobs()
  clickup.fake.state.set()
  clickup.fake.state.tasks.edit(late.remote.id, { name: 'Theirs is later', date_updated: Date.now() + 60_000 })
  await syncTask(ctx(), late.id, 'here')
  expect((await read(late.id)).title).toBe('Theirs is later')
  expect(findRemote(late.remote.id)?.name).toBe('Theirs is later')
  expect(await log(late.id, 'update')).toContainEqual({ field: 'title', old: 'Ours is earlier', new: 'Theirs is later' })

  const early = await createSent({ title: 'Base' })
  clickup.fake.state.tasks.edit(early.remote.id, { name: 'Theirs is earlier', status: 'in progress', date_updated: Date.now() - 60_000 })
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
  const { tasks } = clickup.fake.state
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
  expect((await read(await findLocal('From ClickUp'))).assignee).toMatchObject({ id: clickup.mei.id })
  await poll()
  expect(countWrites()).toBe(writes)
})

test('an assignee in ClickUp without an account here is reported and stays there', async () => {
  clickup.fake.state.tasks.members.push({ id: 99, username: 'Stranger', email: 'stranger@clickup.test' })
  const made = clickup.fake.state.tasks.create({ name: 'Of a stranger', assignees: [99] })
  await poll()
  const id = await findLocal('Of a stranger')
  expect(await findProblem(id)).toMatchObject({ state: 'synced', problem: 'assignee_unknown_here' })
  await edit(id, { title: 'Of a stranger still' })
  await jobs()
  expect(findRemote(made.id)).toMatchObject({ name: 'Of a stranger still', assignees: [99] })
})

test('one way: changes in ClickUp are not applied, and the webhook is removed', async () => {
  const { id, remote } = await createSent({ title: 'One way' })
  await poll()
  expect(clickup.fake.state.tasks.webhooks.size).toBe(1)
  await connect({ sync_tasks: 'to_clickup' })
  clickup.fake.state.tasks.edit(remote.id, { name: 'Changed there', date_updated: Date.now() + 60_000 })
  clickup.fake.state.tasks.create({ name: 'New there' })
  await poll()
  expect(clickup.fake.state.tasks.webhooks.size).toBe(0)
  expect((await read(id)).title).toBe('One way')
  expect(await findLocal('New there')).toBe(0)
  await edit(id, { title: 'One way again' })
  await jobs()
  expect(findRemote(remote.id)?.name).toBe('One way again')
})

test('a task that was deleted in ClickUp, or here, ends the link; trying again creates a new one', async () => {
  const there = await createSent({ title: 'Deleted there' })
  clickup.fake.state.tasks.tasks.delete(there.remote.id)
  await edit(there.id, { title: 'Deleted there, changed here' })
  await jobs()
  expect(await findProblem(there.id)).toMatchObject({ state: 'ended', problem: 'deleted_there' })
  expect(await db().one(sql`select external_id from task where id = ${there.id}`)).toEqual({ external_id: null })
  const { length } = clickup.fake.state.calls
  await edit(there.id, { title: 'Changed once more' })
  await jobs()
  expect(clickup.fake.state.calls).toHaveLength(length)
  expect((await call('post', `clickup/sync/${there.id}/retry`)).status).toBe(200)
  await jobs()
  expect([...clickup.fake.state.tasks.tasks.values()].at(-1)?.name).toBe('Changed once more')
  expect(await findProblem(there.id)).toBeUndefined()

  const here = await createSent({ title: 'Deleted here' })
  await call('delete', `my/task/${here.id}`)
  await jobs()
  expect(await findProblem(here.id)).toMatchObject({ state: 'ended', problem: 'deleted_here', title: null })
  clickup.fake.state.tasks.edit(here.remote.id, { name: 'Still there' })
  await poll()
  expect(findRemote(here.remote.id)?.name).toBe('Still there')
  expect(await findLocal('Still there')).toBe(0)
})
