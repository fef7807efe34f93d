import { afterEach, expect, test } from 'vitest'
import { sql } from 'stoa'
import { checks } from '../checks.ts'
import { syncTask } from '../services/sync/sync-task.ts'
import { createSyncFixture } from './sync-fixture.ts'

const clickup = createSyncFixture(['clickup', 'staff', 'tasks', 'people'])
const { shop, call, connect, ctx, jobs, poll, createSent, findRemote, findProblem, report } = clickup
const db = () => shop.it.kernel.db
const countWebhooks = () => clickup.fake.state.tasks.webhooks.size
const findState = async (id: number) =>
  (await db().one<{ state: string }>(sql`select state from clickup_task where task_id = ${id}`))?.state

afterEach(() => db().run(sql`update clickup_task set updated_at = now() - interval '1 hour' where state = 'erasing'`))

/** A task about a customer that ClickUp has, and the person. */
async function createAboutCustomer(name: string, send = true) {
  const email = `${name.toLowerCase()}@shop.test`
  const made = await call('post', 'customer', { email, first_name: name, last_name: 'Ho', password: 'a long password' })
  expect(made.status, made.raw.body).toBe(201)
  const person = await db().one<{ id: number }>(sql`select person_id as id from customer where id = ${made.body.id}`)
  const values = { title: `Call ${name}`, subject_type: 'customer', subject_id: made.body.id }
  const sent = send ? await createSent(values) : { id: (await call('post', 'my/task', values)).body.id as number, remote: undefined }
  const erase = async () => {
    const answer = await call('post', `person/${person?.id}/erase`, { confirmation: String(person?.id) })
    expect(answer.status, answer.raw.body).toBe(200)
  }
  return { ...sent, erase }
}

test('erasing a person deletes the tasks about them in ClickUp too, and they do not come back', async () => {
  const { id, remote, erase } = await createAboutCustomer('Wai')
  await erase()
  await jobs()
  expect(findRemote(remote?.id ?? '')).toBeUndefined()
  expect([await findState(id), await findProblem(id)]).toEqual(['ended', undefined])
  // Somebody restores the task in ClickUp.
  if (remote) clickup.fake.state.tasks.tasks.set(remote.id, { ...remote, date_updated: Date.now() })
  await poll()
  expect(await db().rows(sql`select 1 from task where title = 'Call Wai'`)).toEqual([])
})

test('an erasure that ClickUp does not confirm is reported and tried again, also after the synchronization was turned off', async () => {
  const { id, remote, erase } = await createAboutCustomer('Mei')
  clickup.fake.state.set({ drop: true })
  await erase()
  await jobs()
  expect(await findProblem(id)).toMatchObject({ state: 'erasing', problem: 'erased_here', detail: 'CLICKUP_UNREACHABLE', title: null })
  expect(await checks['erased tasks are deleted in ClickUp'](shop.it.kernel)).toEqual([
    `task ${remote?.id} of ClickUp: CLICKUP_UNREACHABLE`,
  ])
  // Neither a person nor a change in ClickUp makes it a task to synchronize again.
  expect((await call('post', `clickup/sync/${id}/retry`)).status).toBe(404)
  await syncTask(ctx(), id, 'there')
  expect(await findState(id)).toBe('erasing')

  await connect({ sync_tasks: 'off' })
  expect((await report()).problems).toMatchObject([{ task_id: id, problem: 'erased_here' }])
  clickup.fake.state.set()
  await db().run(sql`update clickup_task set updated_at = now() - interval '1 hour' where task_id = ${id}`)
  await poll()
  expect(findRemote(remote?.id ?? '')).toBeUndefined()
  expect((await report()).problems).toEqual([])
})

test('an erasure reaches a task whose creation ClickUp did not confirm', async () => {
  clickup.fake.state.set({ lose_answer: 'POST' })
  const { id, erase } = await createAboutCustomer('Lost', false)
  await expect(syncTask(ctx(), id, 'here')).rejects.toThrow('CLICKUP_UNREACHABLE')
  clickup.fake.state.set()
  await db().run(sql`update clickup_task set lease_until = null`)
  await erase()
  await jobs()
  expect([...clickup.fake.state.tasks.tasks.values()].map(({ name }) => name)).not.toContain('Call Lost')
  expect(await findState(id)).toBe('ended')
})

test('a task that ClickUp never got needs no call when the person is erased', async () => {
  await connect({ sync_tasks: 'off' })
  const { id, erase } = await createAboutCustomer('Ho', false)
  const { length } = clickup.fake.state.calls
  await erase()
  await jobs()
  expect(clickup.fake.state.calls).toHaveLength(length)
  expect(await findState(id)).toBeUndefined()
})

test.each([
  ['turned off', { sync_tasks: 'off' }],
  ['disconnected', { token: null }],
  ['turned off and disconnected at once', { sync_tasks: 'off', token: null }],
])('the webhook is removed after the synchronization was %s', async (_, values) => {
  await poll()
  expect(countWebhooks()).toBe(1)
  await connect(values)
  await shop.it.clock('clickup/sync')
  expect(countWebhooks()).toBe(0)
  expect(await db().rows(sql`select 1 from clickup_sync where webhook_id is not null or webhook_token is not null`)).toEqual([])
  // Nothing is left to do.
  const { length } = clickup.fake.state.calls
  await shop.it.clock('clickup/sync')
  expect(clickup.fake.state.calls.slice(length).filter(({ method }) => method !== 'GET')).toEqual([])
})

test('the webhook is removed with the token it was registered with, which is sent to no other address', async () => {
  await poll()
  await connect({ token: null, sync_tasks: 'off' })
  clickup.fake.state.set({ drop: true })
  await shop.it.clock('clickup/sync')
  expect(countWebhooks()).toBe(1)
  clickup.fake.state.set()
  const { length } = clickup.fake.state.calls
  const { api_url } = clickup.fake.settings
  await connect({ token: null, sync_tasks: 'off', client_secret: 'x', api_url: api_url.replace('127.0.0.1', 'localhost') })
  await shop.it.clock('clickup/sync')
  expect(clickup.fake.state.calls.slice(length).filter(({ authorization }) => authorization !== undefined)).toEqual([])
  expect(await db().rows(sql`select 1 from clickup_sync where webhook_id is not null`)).toEqual([])
  clickup.fake.state.tasks.webhooks.clear()
})

test('a webhook that ClickUp has suspended is activated again, and a deleted one is registered again', async () => {
  const forgetCheck = () => db().run(sql`update clickup_sync set webhook_checked_at = now() - interval '2 hours'`)
  await poll()
  const [webhook] = clickup.fake.state.tasks.webhooks.values()
  if (!webhook) throw new Error('no webhook is registered')
  webhook.status = 'suspended'
  await poll()
  expect(webhook.status).toBe('suspended')
  await forgetCheck()
  await poll()
  expect(webhook.status).toBe('active')
  expect(countWebhooks()).toBe(1)
  clickup.fake.state.tasks.webhooks.clear()
  await forgetCheck()
  await poll()
  expect(countWebhooks()).toBe(1)
  expect([...clickup.fake.state.tasks.webhooks.keys()]).not.toContain(webhook.id)
})

test('titles of tasks that somebody may not see are not in the report', async () => {
  const { id } = await createSent({ title: 'For myself alone', assignee_admin_id: (await shop.owner.get('/api/admin')).body.id })
  clickup.fake.state.set({ expire_token: 'OAUTH_025' })
  await clickup.edit(id, { title: 'For me alone' })
  await jobs()
  expect(await findProblem(id)).toMatchObject({ title: 'For me alone', problem: 'token_invalid' })
  const administrator = await shop.it.staff(['update configuration'])
  const { body } = await call('get', 'clickup/sync', undefined, administrator)
  expect(body.problems).toMatchObject([{ task_id: id, title: null, problem: 'token_invalid' }])
  clickup.fake.state.set()
  expect((await call('post', `clickup/sync/${id}/retry`, {}, administrator)).status).toBe(200)
  await jobs()
})
