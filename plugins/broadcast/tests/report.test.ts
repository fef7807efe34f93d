import { beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { suite } from 'stoa/testing'
import { draft, reader, listRecipients, send, set, unsubscribe, work } from './broadcast-fixture.ts'

const shop = suite(['broadcast', 'crm', 'desk'])
const report = async (input: object, by = shop.owner) => by.post('/api/admin/report/email', input)
const today = async () => (await shop.it.kernel.db.one<{ day: string }>(sql`select business_day()::text as day`))?.day ?? ''

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
})

test('a report agrees with the histories of its broadcasts, in total and by month', async () => {
  const day = await today()
  // 29 February has no matching day a year earlier.
  const ago = await shop.it.kernel.db.one<{ day: string }>(sql`select (business_day() - interval '1 year')::date::text as day`)
  const { body } = await report({ from: ago?.day, to: day })
  expect(body.total).toMatchObject({ broadcasts: 2, recipients: 4, sent: 4, failed: 0, unsubscribed: 0 })
  expect(body.data.map((line: { title: string }) => line.title)).toEqual(['Summer', 'Spring'])
  expect(body.months).toHaveLength(13)
  expect(body.months.at(-1)).toMatchObject({ month: day.slice(0, 7), sent: 4 })
  for (const line of body.data) {
    const history = (await shop.owner.get(`/api/admin/broadcast/${line.id}/history`)).body
    expect([line.recipients, line.opened, line.clicked]).toEqual([history.recipients, history.opens.people, history.clicks.people])
  }
})

test('actions of people are counted once per person, and automatic ones are not', async () => {
  const { db } = shop.it.kernel
  const day = await today()
  const spring = (await db.one<{ id: number }>(sql`select id from broadcast where title = 'Spring'`))?.id ?? 0
  const rows = await listRecipients(shop.it, spring)
  for (const [type, auto, index] of [
    ['open', false, 0],
    ['open', false, 0],
    ['open', true, 1],
    ['click', false, 1],
    ['unsubscribe', false, 1],
    ['bounce_hard', false, 0],
  ] as const)
    await db.run(sql`insert into broadcast_event (recipient_id, type, auto) values (${rows[index]?.id ?? 0}, ${type}, ${auto})`)
  // Events older than their retention period are kept as counts.
  await db.run(sql`update broadcast set counted = '{"open": {"total": 9, "people": 5}}' where title = 'Summer'`)
  const { body } = await report({ from: day, to: day })
  expect(body.total).toMatchObject({ opened: 6, clicked: 1, unsubscribed: 1, bounced: 1, complained: 0 })
})

test('filters by date and channel, and rejects an invalid period', async () => {
  const day = await today()
  expect((await report({ from: '2020-01-01', to: '2020-02-01' })).body).toMatchObject({ total: { broadcasts: 0 }, data: [] })
  expect((await report({ from: day, to: day, channel: 'sms' })).body.total.broadcasts).toBe(0)
  expect(Object.keys((await report({ from: day, to: '2020-01-01' })).body.messages)).toEqual(['to'])
  expect(Object.keys((await report({ from: '1900-01-01', to: day })).body.messages)).toEqual(['to'])
})

test('staff without access to all contacts count only their own, and without the permission there is no report', async () => {
  const { it } = shop
  const { db } = it.kernel
  const day = await today()
  const owner = await db.one<{ id: number }>(sql`select min(id) as id from account`)
  const contact = await it.kernel.resources.create(it.ctx, 'contact', { first_name: 'may', email: 'may@mail.test', owner_id: owner?.id })
  await db.run(sql`update broadcast_recipient set contact_id = ${contact.id} where address_norm = 'may@mail.test'`)
  const reader = await it.staff(['get broadcast', 'get contact'])
  expect([(await report({ from: day, to: day })).body.total.sent, (await report({ from: day, to: day }, reader)).body.total.sent]).toEqual([
    4, 2,
  ])
  expect((await report({ from: day, to: day }, await it.staff('people.viewer'))).status).toBe(403)
})
