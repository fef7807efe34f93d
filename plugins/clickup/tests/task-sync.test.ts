import { expect, test } from 'vitest'
import { sql } from 'stoa'
import { syncTask } from '../services/sync/sync-task.ts'
import { createSyncFixture } from './sync-fixture.ts'

const clickup = createSyncFixture()
const { shop, call, connect, ctx, jobs, poll, createSent, read, edit, findRemote, report, findProblem, countWrites } = clickup
const db = () => shop.it.kernel.db

test('nothing is sent while the synchronization is off', async () => {
  await connect({ sync_tasks: 'off' })
  const { length } = clickup.fake.state.calls
  await call('post', 'my/task', { title: 'Private' })
  await jobs()
  expect(clickup.fake.state.calls).toHaveLength(length)
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
  const { id, remote } = await createSent({ title: 'Order labels', assignee_admin_id: clickup.mei.id, ...due })
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
  const { id, remote } = await createSent({ title: 'Assignees', assignee_admin_id: clickup.mei.id })
  clickup.fake.state.tasks.members.push({ id: 7, username: 'Guest', email: 'guest@clickup.test' })
  clickup.fake.state.tasks.edit(remote.id, { assignees: [48290, 7] })
  await poll()
  expect((await read(id)).assignee).toMatchObject({ id: clickup.mei.id })
  await edit(id, { assignee_admin_id: null })
  await jobs()
  expect(findRemote(remote.id)?.assignees).toEqual([7])
  const stranger = await shop.it.staff([])
  const { body } = await stranger.get('/api/admin')
  const other = await createSent({ title: 'Unknown assignee', assignee_admin_id: body.id })
  expect(other.remote.assignees).toEqual([])
  expect(await findProblem(other.id)).toMatchObject({ state: 'synced', problem: 'assignee_unknown_there' })
})

test('only those who change settings see the log', async () => {
  const reader = await shop.it.staff('tasks.manager')
  expect((await call('get', 'clickup/sync', undefined, reader)).status).toBe(403)
  expect((await call('post', 'clickup/sync', undefined, reader)).status).toBe(403)
  expect((await call('post', 'clickup/sync/1/retry', undefined, reader)).status).toBe(403)
})
