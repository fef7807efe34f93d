import { beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { suite } from 'stoa/testing'
import { expectRowsToAddUp, readReport } from '../../../tests/support/report.ts'
import { draft, reader, listRecipients, send, set, unsubscribe, work } from './broadcast-fixture.ts'

const shop = suite(['broadcast', 'crm', 'desk', 'reports'])
const read = (query: string, by = shop.owner) => readReport(by, `email?${query}`)
const findId = async (title: string) =>
  (await shop.it.kernel.db.one<{ id: number }>(sql`select id from broadcast where title = ${title}`))?.id ?? 0

beforeAll(async () => {
  const { it } = shop
  await set(it, { rate_per_min: 100_000 })
  for (const name of ['may', 'kim', 'ann']) await reader(it, `${name}@mail.test`, { first_name: name })
  await unsubscribe(it, 'ann@mail.test')
  for (const title of ['Spring', 'Summer']) {
    await send(it, await draft(it, { title }))
    await work(it)
  }
  await draft(it, { title: 'Never sent' })
  const rows = await listRecipients(it, await findId('Spring'))
  for (const [type, auto, index] of [
    ['open', false, 0],
    ['open', false, 0],
    ['open', true, 1],
    ['click', false, 1],
    ['unsubscribe', false, 1],
    ['bounce_hard', false, 0],
  ] as const)
    await it.kernel.db.run(sql`insert into broadcast_event (recipient_id, type, auto) values (${rows[index]?.id ?? 0}, ${type}, ${auto})`)
})

test('the email report agrees with the histories of its broadcasts', async () => {
  const report = await read('period=today')
  expect(['broadcasts', 'recipients', 'sent', 'failed'].map(report.total)).toEqual(['2', '4', '4', '0'])
  for (const title of ['Spring', 'Summer']) {
    const history = (await shop.owner.get(`/api/admin/broadcast/${await findId(title)}/history`)).body
    expect(['recipients', 'opened', 'clicked', 'bounced', 'unsubscribed'].map((measure) => report.group([title], measure))).toEqual(
      [history.recipients, history.opens.people, history.clicks.people, history.hard_bounces, history.unsubscribes].map(String),
    )
  }
  await expectRowsToAddUp(shop.owner, 'email', 'period=today')
})

test('actions of people are counted once per person, those of programs never, and rates are shares of the sent messages', async () => {
  const report = await read('period=today')
  const values = ['opened', 'clicked', 'unsubscribed', 'complained', 'open_rate', 'bounce_rate']
  expect(values.map((measure) => report.group(['Spring'], measure))).toEqual(['1', '1', '1', '0', '0.5', '0.5'])
  expect(report.total('open_rate')).toBe('0.25')
  expect((await read('period=today&by=channel')).labels).toEqual([['Email']])
})

test('opens that were reduced to counts still count', async () => {
  const { db } = shop.it.kernel
  await db.run(sql`update broadcast set counted = '{"open": {"total": 9, "people": 5}}' where title = 'Summer'`)
  expect((await read('period=today')).total('opened')).toBe('6')
  await expectRowsToAddUp(shop.owner, 'email', 'period=today')
  await db.run(sql`update broadcast set counted = '{}' where title = 'Summer'`)
})

test('a broadcast counts on the business day it started, also at the end of a month', async () => {
  const { db } = shop.it.kernel
  const id = await draft(shop.it, { title: 'At night' })
  await db.run(sql`update broadcast set status = 'sent', started_at = '2026-03-31T16:30:00Z' where id = ${id}`)
  await db.run(
    sql`insert into broadcast_recipient (broadcast_id, channel, address_norm, language, status) values (${id}, 'email', 'n@mail.test', 'en-US', 'sent')`,
  )
  expect((await read('from=2026-03-01&to=2026-03-31')).total('sent')).toBe('0')
  expect((await read('from=2026-04-01&to=2026-04-30&by=month')).group(['2026-04'], 'sent')).toBe('1')
})

test('staff without access to all contacts count only their own, and without the permission there is no report', async () => {
  const { it } = shop
  const { db } = it.kernel
  const owner = await db.one<{ id: number }>(sql`select min(id) as id from account`)
  const contact = await it.kernel.resources.create(it.ctx, 'contact', { first_name: 'may', email: 'may@mail.test', owner_id: owner?.id })
  await db.run(sql`update broadcast_recipient set contact_id = ${contact.id} where address_norm = 'may@mail.test'`)
  await db.run(sql`update broadcast set counted = '{"open": {"total": 9, "people": 5}}' where title = 'Summer'`)
  const clerk = await it.staff(['get broadcast', 'get contact'])
  const own = await read('period=today', clerk)
  expect([own.total('sent'), own.group(['Summer'], 'opened')]).toEqual(['2', '0'])
  expect((await read('period=today')).total('sent')).toBe('4')
  expect((await (await it.staff('people.viewer')).get('/api/admin/report/email')).status).toBe(403)
})
