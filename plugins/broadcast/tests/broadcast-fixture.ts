import { sql } from 'stoa'
import { CONSENT } from 'stoa/plugins/people'
import type { TestApp } from '../../../tests/support/app.ts'

/** Creates a customer, subscribed unless `more` overrides it. */
export async function reader(it: TestApp, email: string, more: Record<string, unknown> = {}): Promise<number> {
  const { id } = await it.kernel.resources.create(it.ctx, 'customer', {
    first_name: 'Kim',
    last_name: 'Lee',
    email,
    is_subscribe: true,
    ...more,
  })
  return id
}

/** Creates many subscribed customers with one statement. */
export async function readers(it: TestApp, count: number, prefix = 'reader'): Promise<void> {
  await it.kernel.db.run(sql`with made as (
      insert into person (email, first_name) select ${prefix} || n || '@mail.test', 'Reader ' || n from generate_series(1, ${count}) n
      on conflict (email) do update set updated_at = now() returning id, email, first_name)
    , known as (insert into customer (person_id, email, first_name, is_subscribe) select id, email, first_name, true from made returning 1)
    insert into consent (person_id, address_norm, state, reason, source) select id, email, 'subscribed', 'user', 'test' from made`)
}

export const topicId = async (it: TestApp, key = 'marketing'): Promise<number> =>
  (await it.kernel.db.one<{ id: number }>(sql`select id from topic where key = ${key}`))?.id ?? 0

const allCustomers = { include: [{ kind: 'customers', chosen: {} }], exclude: [] }

/** Creates a draft broadcast to all customers. */
export async function draft(it: TestApp, more: Record<string, unknown> = {}): Promise<number> {
  const { id } = await it.kernel.resources.create(it.ctx, 'broadcast', {
    title: 'Spring',
    channel: 'email',
    topic_id: await topicId(it),
    subject: 'Spring tea for {{first_name|you}}',
    body: '<p>Hello {{first_name|friend}}, <a href="https://tea.test/spring?a=1&amp;b=2">spring tea</a> is here.</p>',
    audience: allCustomers,
    ...more,
  })
  return id
}

export const send = (it: TestApp, id: number) => it.kernel.resources.transition(it.ctx, 'broadcast', id, 'send')

/** Runs jobs until no broadcast is due. */
export async function work(it: TestApp, rounds = 12): Promise<void> {
  for (let n = 0; n < rounds; n++) {
    await it.kernel.db.run(sql`update graphile_worker._private_jobs set run_at = now() where run_at > now()`)
    await it.kernel.db.run(sql`update broadcast_recipient set due_at = null where due_at is not null`)
    await it.jobs()
    const open = await it.kernel.db.one(sql`select 1 from broadcast where status in ('pending', 'process')`)
    if (!open) return
  }
}

export const getStatus = async (it: TestApp, id: number) =>
  (await it.kernel.db.one<{ status: string }>(sql`select status from broadcast where id = ${id}`))?.status

export const listRecipients = (it: TestApp, id: number) =>
  it.kernel.db.rows<{ id: number; address_norm: string; status: string; reason: string; error: string; attempts: number }>(
    sql`select id, address_norm, status, reason, error, attempts from broadcast_recipient where broadcast_id = ${id} order by address_norm`,
  )

export const set = (it: TestApp, values: Record<string, unknown>) =>
  it.kernel.settings.write(it.kernel, it.ctx, 'broadcast', values, 'en-US')

export const unsubscribe = (it: TestApp, address: string) =>
  it.kernel.transaction((tx) =>
    it.kernel.get(CONSENT).recordChange(tx, { address, state: 'unsubscribed', reason: 'user', source: 'test', actor: { kind: 'guest' } }),
  )
