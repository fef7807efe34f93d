import { expect, test } from 'vitest'
import { sql } from 'stoa'
import { toFormData, suite } from 'stoa/testing'
import { CONSENT } from '../index.ts'
import { member } from './support.ts'

const shop = suite(['people', 'sheets'])
const at = '/api/admin/consent'
const state = (address: string, topic = 'marketing', channel: 'email' | 'sms' = 'email') =>
  shop.it.kernel.get(CONSENT).getState(shop.it.kernel.db, address, { channel, topic })
const bring = (lines: readonly string[], more: object = {}, head = 'address_norm,state,topic,at,source') =>
  shop.owner.post(`${at}/import`, toFormData({ file: new File([[head, ...lines].join('\n')], 'said.csv'), ...more }))
const countConsents = () => shop.it.kernel.db.one<{ n: number }>(sql`select count(*)::int as n from consent`)

test('a sheet imports consents with date and source; a dry run counts them and writes none', async () => {
  const lines = [
    'a@old.test,subscribed,marketing,2025-03-01,Fair in Kowloon',
    'B@Old.test,unsubscribed,marketing,2025-03-02,Letter',
    '+852 9123 4567,subscribed,marketing,2025-03-03,Paper form',
    'dead@old.test,suppressed,*,2025-03-04,Former system',
  ]
  const before = await countConsents()
  const tried = await bring(lines, { dry_run: 'true' })
  expect(tried.body).toMatchObject({ summary: { create: 4, error: 0 } })
  expect(await countConsents()).toEqual(before)
  expect((await bring(lines)).body).toMatchObject({ summary: { create: 4, error: 0 } })
  expect([
    await state('a@old.test'),
    await state('b@old.test'),
    await state('85291234567', 'marketing', 'sms'),
    await state('dead@old.test', 'anything'),
  ]).toEqual(['subscribed', 'unsubscribed', 'subscribed', 'suppressed'])
  const list = await shop.owner.get(`${at}?q=old.test`)
  expect(list.body.data.map((row: { reason: string; source: string }) => [row.reason, row.source])).toContainEqual(['import', 'Letter'])
})

test('importing the same sheet again changes nothing, and an export can be imported', async () => {
  const before = await countConsents()
  expect((await bring(['a@old.test,subscribed,marketing,2025-03-01,Fair in Kowloon'])).body.summary).toMatchObject({
    create: 0,
    unchanged: 1,
    error: 0,
  })
  const out = await shop.owner.get(`${at}/export?format=csv`)
  expect(out.status).toBe(200)
  const back = await shop.owner.post(`${at}/import`, toFormData({ file: new File([out.body], 'consents.csv') }))
  expect(back.body.summary).toMatchObject({ create: 0, change: 0, error: 0 })
  expect(await countConsents()).toEqual(before)
})

test('an import never overrides an unsubscribe, whatever its date, nor a later choice', async () => {
  const kim = await member(shop.it, 'kim@old.test')
  await kim.put('/api/profile', { is_subscribe: false })
  const refused = await bring([
    'kim@old.test,subscribed,marketing,2020-01-01,Old list',
    'b@old.test,subscribed,marketing,2026-01-01,New list',
    'dead@old.test,unsubscribed,marketing,2026-01-01,New list',
    'a@old.test,unsubscribed,marketing,2024-01-01,Older list',
  ])
  expect(refused.body.summary).toMatchObject({ create: 0, error: 4 })
  expect(refused.body.errors.map(({ error }: { error: string }) => error)).toEqual([
    expect.stringContaining('unsubscribed on'),
    'This address unsubscribed on 2025-03-02. Only its owner can subscribe again.',
    'This address unsubscribed on 2025-03-04. Only its owner can subscribe again.',
    'A later choice was recorded on 2025-03-01.',
  ])
  expect([await state('kim@old.test'), await state('a@old.test')]).toEqual(['unsubscribed', 'subscribed'])
})

test('an invalid address, unknown topic, missing date or future date is reported by line', async () => {
  const answer = await bring([
    'nobody,subscribed,marketing,2025-03-01,List',
    '12,subscribed,marketing,2025-03-01,List',
    'c@old.test,subscribed,nothing,2025-03-01,List',
    'c@old.test,subscribed,marketing,,List',
    'c@old.test,subscribed,marketing,2125-03-01,List',
    'c@old.test,perhaps,marketing,2025-03-01,List',
    'c@old.test,subscribed,marketing,2025-03-02,',
    'a@old.test,unsubscribed,marketing,2025-03-01,Fair in Kowloon',
  ])
  expect(answer.body.summary).toMatchObject({ create: 0, change: 0, error: 8 })
  expect(answer.body.errors.map(({ row }: { row: number }) => row)).toEqual([2, 3, 4, 5, 6, 7, 8, 9])
  // If the title of a topic was given instead, the error lists the valid values.
  expect(answer.body.errors[2].error).toMatch(/no topic "nothing" in this shop\. Available topics: marketing/)
  expect(await state('c@old.test')).toBeUndefined()
})

test('the account shows an imported consent, and its former state after the import is undone', async () => {
  const may = await member(shop.it, 'may@old.test')
  await shop.it.kernel.db.run(sql`update consent set at = '2024-01-01' where address_norm = 'may@old.test'`)
  const done = await bring(['may@old.test,unsubscribed,marketing,2025-06-01,Phone call'])
  expect(done.body.summary).toMatchObject({ create: 1 })
  expect((await may.post('/api/info')).body.is_subscribe).toBe(false)
  const row = (await shop.owner.get(`${at}?q=may@old.test`)).body.data[0]
  expect(row).toMatchObject({ state: 'unsubscribed', reason: 'import', source: 'Phone call' })
  await shop.it.kernel.transaction((tx) => shop.it.kernel.resources.removeIn(tx, shop.it.ctx, 'consent', row.id))
  expect([await state('may@old.test'), (await may.post('/api/info')).body.is_subscribe]).toEqual(['subscribed', true])
})

test('Mailchimp lists are recognised by their headers as subscribed, unsubscribed or cleaned', async () => {
  const head = (ownColumns: string) => `Email Address,First Name,MEMBER_RATING,OPTIN_TIME,CONFIRM_TIME,${ownColumns},LAST_CHANGED,LEID,EUID`
  const line = (ownColumns: string) =>
    `${ownColumns.split(',')[0]},Ann,2,2023-05-01 10:00:00,2023-05-01 10:05:00,${ownColumns.split(',').slice(1).join(',')},2023-05-01 10:05:00,1,x`
  const yes = await bring([line('m1@old.test,9.9.9.9')], {}, head('CONFIRM_IP'))
  const no = await bring(
    [line('m2@old.test,2024-02-01 08:00:00,Spring,,')],
    {},
    head('UNSUB_TIME,UNSUB_CAMPAIGN_TITLE,UNSUB_REASON,UNSUB_REASON_OTHER'),
  )
  const dead = await bring([line('m3@old.test,2024-03-01 08:00:00,Spring')], {}, head('CLEAN_TIME,CLEAN_CAMPAIGN_TITLE'))
  expect([yes, no, dead].map(({ body }) => [body.summary?.create, body.errors])).toEqual([
    [1, []],
    [1, []],
    [1, []],
  ])
  expect([await state('m1@old.test'), await state('m2@old.test'), await state('m3@old.test')]).toEqual([
    'subscribed',
    'unsubscribed',
    'suppressed',
  ])
})

test('consents cannot be edited, and erased addresses are in no list', async () => {
  await shop.it.kernel.db.run(
    sql`insert into consent (address_norm, topic, state, reason) values ('sha256:abc', '*', 'suppressed', 'erase')`,
  )
  expect((await shop.owner.put(`${at}/1`, { address_norm: 'x@old.test' })).status).toBe(404)
  expect((await shop.owner.get(`${at}?q=sha256`)).body.data).toEqual([])
  expect((await (await shop.it.staff('people.editor')).get(at)).status).toBe(403)
})

test('a consent given before the account existed is linked to its person afterwards', async () => {
  await bring(['early@old.test,subscribed,marketing,2025-02-01,Fair in Kowloon'])
  const made = await shop.owner.post('/api/admin/customer', {
    first_name: 'Early',
    last_name: 'Bird',
    email: 'early@old.test',
    is_subscribe: true,
  })
  expect(made.status).toBe(201)
  const row = await shop.it.kernel.db.one<{
    same: boolean
    n: number
  }>(sql`select bool_and(c.person_id = u.person_id) as same, count(*)::int as n
    from consent c join customer u on u.email = c.address_norm where c.address_norm = 'early@old.test'`)
  expect(row).toEqual({ same: true, n: 1 })
})
