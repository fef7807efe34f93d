import { beforeEach, expect, test } from 'vitest'
import { sql } from 'stoa'
import { suite } from 'stoa/testing'
import { CONSENT } from 'stoa/plugins/people'
import { draft, reader, listRecipients, send, set, topicId, unsubscribe, work } from './broadcast-fixture.ts'

const shop = suite(['broadcast', 'crm', 'forms', 'sales'])

const say = (address: string, more: Record<string, unknown> = {}) =>
  shop.it.kernel.transaction((tx) =>
    shop.it.kernel
      .get(CONSENT)
      .recordChange(tx, { address, state: 'subscribed', reason: 'user', source: 'test', actor: { kind: 'guest' }, ...more }),
  )
const contact = async (values: Record<string, unknown>) => (await shop.it.kernel.resources.create(shop.it.ctx, 'contact', values)).id
const count = async (audience: object, more: object = {}, by = shop.owner) =>
  (
    await by.post('/api/admin/broadcast/count', {
      channel: 'email',
      topic_id: await topicId(shop.it),
      audience: { exclude: [], ...audience },
      ...more,
    })
  ).body

beforeEach(async () => {
  await shop.it.kernel.db.run(sql`truncate broadcast, crm_contact, customer, consent, crm_group, crm_tag cascade`)
})

test('a contact whose consent was recorded by staff is counted', async () => {
  const group = (await shop.it.kernel.resources.create(shop.it.ctx, 'group', { name: 'Friends' })).id
  await contact({ first_name: 'Ann', email: 'ann@mail.test', groups: [group] })
  const audience = { include: [{ kind: 'groups', chosen: { groups: [group] } }] }
  expect(await count(audience)).toEqual({ to_send: 0, left_out: [{ why: 'no_consent', count: 1 }] })
  const recorded = { address_norm: 'ann@mail.test', state: 'subscribed', topic: 'marketing', source: 'On the phone' }
  expect((await shop.owner.post('/api/admin/consent', { ...recorded, at: '2025-03-01T10:00:00Z' })).status).toBe(201)
  expect(await count(audience)).toEqual({ to_send: 1, left_out: [] })
})

test('an audience counts every address once, and gives a reason for each one left out', async () => {
  for (const name of ['a', 'b', 'c', 'd', 'e']) await reader(shop.it, `${name}@mail.test`)
  await unsubscribe(shop.it, 'b@mail.test')
  await say('c@mail.test', { state: 'suppressed', topic: '*', reason: 'bounce' })
  const group = (await shop.it.kernel.resources.create(shop.it.ctx, 'group', { name: 'Friends' })).id
  await contact({ first_name: 'A', email: 'a@mail.test', groups: [group] })
  await contact({ first_name: 'New', email: 'new@mail.test', groups: [group] })
  await contact({ first_name: 'Nowhere', groups: [group] })
  const tag = (await shop.it.kernel.resources.create(shop.it.ctx, 'tag', { name: 'VIP' })).id
  await contact({ first_name: 'D', email: 'd@mail.test', tags: [tag] })
  const audience = {
    include: [
      { kind: 'customers', chosen: {} },
      { kind: 'groups', chosen: { groups: [group] } },
    ],
    exclude: [{ kind: 'tags', chosen: { tags: [tag] } }],
  }
  expect(await count(audience)).toEqual({
    to_send: 2,
    left_out: [
      { why: 'no_address', count: 1 },
      { why: 'duplicate', count: 1 },
      { why: 'excluded', count: 1 },
      { why: 'suppressed', count: 1 },
      { why: 'unsubscribed', count: 1 },
      { why: 'no_consent', count: 1 },
    ],
  })
  const id = await draft(shop.it, { audience })
  await send(shop.it, id)
  await work(shop.it)
  expect((await listRecipients(shop.it, id)).map(({ address_norm }) => address_norm)).toEqual(['a@mail.test', 'e@mail.test'])
})

test('a contact filter and a manual group contain the contacts that their lists show', async () => {
  for (const [name, company] of [
    ['x', 'Tea Ltd'],
    ['y', 'Tea Ltd'],
    ['z', 'Else'],
  ] as const) {
    await contact({ first_name: name, company, email: `${name}@mail.test` })
    await say(`${name}@mail.test`)
  }
  expect((await count({ include: [{ kind: 'contacts', chosen: { filter: { company: 'Tea Ltd' } } }] })).to_send).toBe(2)
  const group = (
    await shop.it.kernel.resources.create(shop.it.ctx, 'group', { name: 'Tea', kind: 'dynamic', filter: { company: 'Tea Ltd' } })
  ).id
  expect((await count({ include: [{ kind: 'groups', chosen: { groups: [group] } }] })).to_send).toBe(2)
  const wrong = await shop.owner.post('/api/admin/broadcast/count', {
    channel: 'email',
    topic_id: await topicId(shop.it),
    audience: { include: [{ kind: 'contacts', chosen: { filter: { password: 'x' } } }], exclude: [] },
  })
  expect([wrong.status, Object.keys(wrong.body.messages)]).toEqual([422, ['audience']])
})

test('staff limited to their own leads cannot send to or count contacts of others, by any route', async () => {
  const rights = [
    'get contact',
    'get broadcast',
    'create broadcast',
    'update broadcast',
    'send broadcast',
    'get broadcast recipient',
    'get lead',
  ]
  const seller = await shop.it.staff(rights)
  const me = (await shop.it.kernel.db.one<{ id: number }>(sql`select max(id) as id from account`))?.id
  const other = (await shop.it.kernel.db.one<{ id: number }>(sql`select min(id) as id from account`))?.id
  await contact({ first_name: 'Mine', email: 'mine@mail.test', owner_id: me })
  await contact({ first_name: 'Theirs', email: 'theirs@mail.test', owner_id: other })
  await say('mine@mail.test')
  await say('theirs@mail.test')
  const include = [{ kind: 'contacts', chosen: {} }]
  expect((await count({ include })).to_send).toBe(2)
  expect((await count({ include }, {}, seller)).to_send).toBe(1)
  // An audience defined by the owner: the seller's count omits recipients the seller cannot see, but the broadcast goes to all the owner
  // sees.
  const whole = await shop.owner.post('/api/admin/broadcast', {
    title: 'Whole',
    topic_id: await topicId(shop.it),
    subject: 'x',
    body: '<p>x</p>',
    audience: { include, exclude: [] },
  })
  expect(whole.status, JSON.stringify(whole.body)).toBe(201)
  expect((await seller.get(`/api/admin/broadcast/${whole.body.id}/count`)).body.to_send).toBe(1)
  await shop.owner.post(`/api/admin/broadcast/${whole.body.id}/launch`, { count: 2 })
  await work(shop.it)
  const list = await seller.get(`/api/admin/broadcast_recipient?broadcast_id=${whole.body.id}`)
  expect(list.body.data.map((row: { name: string }) => row.name)).toEqual(['Mine'])
  const history = (await seller.get(`/api/admin/broadcast/${whole.body.id}/history`)).body
  expect([history.recipients, history.left_out]).toEqual([1, []])
  expect((await seller.get('/api/admin/broadcast')).body.data[0].progress).toBe('1 / 1')
  // An audience defined by the seller contains only recipients the seller sees, no matter who sends it.
  const ownBroadcast = await seller.post('/api/admin/broadcast', {
    title: 'Own',
    topic_id: await topicId(shop.it),
    subject: 'x',
    body: '<p>x</p>',
    audience: { include, exclude: [] },
  })
  await shop.owner.post(`/api/admin/broadcast/${ownBroadcast.body.id}/launch`, { count: 1 })
  await work(shop.it)
  expect((await listRecipients(shop.it, ownBroadcast.body.id)).map(({ address_norm }) => address_norm)).toEqual(['mine@mail.test'])
})

test('staff cannot select an audience they may not read, and an exclusion that no longer exists stops sending', async () => {
  const writer = await shop.it.staff(['get broadcast', 'create broadcast', 'update broadcast'])
  const refused = await writer.post('/api/admin/broadcast', {
    title: 'x',
    topic_id: await topicId(shop.it),
    audience: { include: [{ kind: 'customers', chosen: {} }], exclude: [] },
  })
  expect(refused.status).toBe(403)
  expect((await writer.get('/api/admin/broadcast/audiences')).body.data).toEqual([])
  await reader(shop.it, 'one@mail.test')
  const id = await draft(shop.it, {
    audience: { include: [{ kind: 'customers', chosen: {} }], exclude: [{ kind: 'left-long-ago', chosen: {} }] },
  })
  await send(shop.it, id)
  await work(shop.it, 2)
  expect(await shop.it.kernel.db.one(sql`select status, last_error <> '' as said from broadcast where id = ${id}`)).toEqual({
    status: 'abnormal',
    said: true,
  })
  expect(await listRecipients(shop.it, id)).toEqual([])
})

test('buyers of the last two years are included without consent only if the setting allows it and they did not opt out', async () => {
  await shop.it.kernel.db
    .run(sql`insert into sales_order (order_number, email, language, currency, subtotal_minor, total_minor, base_total_minor, paid_minor, status, placed_at)
    select 'T' || n, 'buyer' || n || '@mail.test', 'en-US', 'HKD', 100, 100, 100, 100, 'completed', now() - make_interval(months => n * 10) from generate_series(1, 3) n`)
  await unsubscribe(shop.it, 'buyer1@mail.test')
  const include = [{ kind: 'buyers', chosen: {} }]
  expect((await count({ include })).to_send).toBe(0)
  await set(shop.it, { soft_opt_in: true })
  const counted = await count({ include })
  await set(shop.it, { soft_opt_in: false })
  // The first customer unsubscribed; the third bought thirty months ago.
  expect(counted).toEqual({
    to_send: 1,
    left_out: [
      { why: 'unsubscribed', count: 1 },
      { why: 'no_consent', count: 1 },
    ],
  })
  await shop.it.kernel.db.run(sql`delete from sales_order`)
})
