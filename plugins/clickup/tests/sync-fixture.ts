import { afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { type Ctx, sql, systemCtx } from 'stoa'
import type { Answer } from '../../../tests/support/app.ts'
import { FAKE_LIST, type FakeTask } from '../fakes/tasks.ts'
import { type ClickUpFixture, createClickUpFixture } from './fixture.ts'

/** A shop whose tasks are synchronized both ways with the list of a fake, for the tests of a file. */
export interface SyncFixture extends ClickUpFixture {
  /** A member of staff who is a member of the list too. */
  readonly mei: { id: number }
  ctx(): Ctx
  /** Runs events and the jobs they queue. */
  jobs(): Promise<void>
  /** Runs the schedule, and the jobs it queues. */
  poll(): Promise<void>
  /** Creates a task here, and sends it. Returns its id and its task in ClickUp. */
  createSent(values: object): Promise<{ id: number; remote: FakeTask }>
  read(id: number): Promise<Answer['body']>
  edit(id: number, values: object): Promise<void>
  findRemote(id: string): FakeTask | undefined
  /** The id of the newest task with a title; 0 when there is none. */
  findLocal(title: string): Promise<number>
  report(): Promise<Answer['body']>
  findProblem(id: number): Promise<{ state: string; problem: string; detail: string | null; title: string | null } | undefined>
  sendWebhook(body: string, signature: string): Promise<Answer>
  /** Calls that changed tasks of ClickUp. */
  countWrites(): number
}

/** Starts a shop that synchronizes its tasks with a fake of ClickUp. */
export function createSyncFixture(plugins?: readonly string[]): SyncFixture {
  const base = createClickUpFixture(plugins)
  const { shop, call } = base
  const db = () => shop.it.kernel.db
  let mei: { id: number }
  // A job of a task waits until the result of the last one is written, so a second run finds it.
  const jobs = async () => {
    await shop.it.jobs()
    await shop.it.jobs()
  }
  const report = async () => (await call('get', 'clickup/sync')).body
  const read = async (id: number) => (await call('get', `my/task/${id}`)).body
  const connect = (values: object = {}) => base.connect({ list_id: FAKE_LIST, ...values })

  beforeAll(async () => {
    const client = await shop.it.staff('tasks.editor')
    mei = { id: (await client.get('/api/admin')).body.id }
    await db().run(sql`update account set email = 'mei@clickup.test' where id = ${mei.id}`)
    const { body } = await shop.owner.get('/api/admin')
    base.fake.state.tasks.members.push({ id: 1, username: 'Owner', email: body.email })
  })
  beforeEach(() => connect({ sync_tasks: 'both' }))
  afterEach(async () => {
    base.fake.state.set()
    await db().run(sql`delete from clickup_rate_limit`)
    await db().run(sql`update clickup_sync set polled_until = now()`)
    await jobs()
  })
  // The getters of the base stay getters: the fake starts later.
  return Object.defineProperties({} as SyncFixture, {
    ...Object.getOwnPropertyDescriptors(base),
    ...Object.getOwnPropertyDescriptors({
      get mei() {
        return mei
      },
      connect,
      jobs,
      report,
      read,
      ctx: () => systemCtx(shop.it.kernel, 'test'),
      async poll() {
        await shop.it.clock('clickup/sync')
        await jobs()
      },
      async createSent(values: object) {
        const { body } = await call('post', 'my/task', values)
        await jobs()
        const remote = [...base.fake.state.tasks.tasks.values()].at(-1)
        if (!remote) throw new Error('the task was not created in ClickUp')
        return { id: body.id as number, remote }
      },
      async edit(id: number, values: object) {
        const { version, title } = await read(id)
        const answer = await call('put', `my/task/${id}`, { version, title, ...values })
        expect(answer.status, answer.raw.body).toBe(200)
      },
      findRemote: (id: string) => base.fake.state.tasks.tasks.get(id),
      findLocal: async (title: string) =>
        (await db().one<{ id: number }>(sql`select id from task where title = ${title} order by id desc limit 1`))?.id ?? 0,
      findProblem: async (id: number) => (await report()).problems.find(({ task_id }: { task_id: number }) => task_id === id),
      sendWebhook: (body: string, signature: string) =>
        shop.guest.post('/api/clickup/webhook', body, { 'content-type': 'application/json', 'x-signature': signature }),
      countWrites: () => base.fake.state.calls.filter(({ method, path }) => method !== 'GET' && /\/task/.test(path)).length,
    }),
  })
}
