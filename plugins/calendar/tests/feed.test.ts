import { expect, test } from 'vitest'
import { closeSessions, definePlugin, contribute, sql } from 'stoa'
import { suite } from 'stoa/testing'
import type { Client } from '../../../tests/support/app.ts'
import { CALENDAR_SOURCES } from '../index.ts'
import { manyShifts, rota, rotaTables } from './shift-fixture.ts'

/** A source with an entry that started long ago and is returned for any range. */
const fair = definePlugin({
  id: 'fair',
  after: ['calendar'],
  permissions: ['see fair'],
  contributions: [
    contribute(CALENDAR_SOURCES, 'fairs', {
      title: 'fair:calendar.fairs',
      hue: 'rose',
      needs: 'see fair',
      read: async () => [
        { id: 'spring', title: 'Fair', start: '2020-01-01', end: '2099-01-01', all_day: true, changed_at: '2020-01-01T00:00:00Z' },
      ],
    }),
  ],
})
const shop = suite(['calendar'], { extra: [rota, fair], tables: rotaTables })
const rights = ['get calendar', 'get shift', 'create shift']
const feeds = '/api/admin/calendar/feed'
const soon = () => new Date(Date.now() + 86_400_000).toISOString()

async function make(client: Client, name = 'Phone') {
  const { status, body } = await client.post(feeds, { name })
  expect(status).toBe(201)
  return { ...body, path: new URL(body.url).pathname } as { id: number; url: string; path: string }
}

const get = (path: string, headers: Record<string, string> = {}) => shop.it.app.http.inject({ url: path, headers })

test('a feed is an iCalendar file without the texts meant for staff only', async () => {
  const client = await shop.it.staff(rights)
  const { body: row } = await client.post('/api/admin/shift', { title: 'Kim, 9123 4567', starts_at: soon() })
  const { path } = await make(client)
  const sent = await get(path)
  expect([sent.statusCode, sent.headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])
  expect(sent.body).toContain(`UID:shifts-${row.id}@`)
  expect(sent.body).toContain('SUMMARY:Shift\r\n')
  expect(sent.body).not.toContain('Kim')
  for (const line of ['VERSION:2.0', 'REFRESH-INTERVAL;VALUE=DURATION:PT1H', 'X-PUBLISHED-TTL:PT1H'])
    expect(sent.body).toContain(`${line}\r\n`)
})

test('a feed covers 90 days back and a year ahead', async () => {
  const { path } = await make(shop.owner)
  for (const days of [-92, -89, 364, 367]) await manyShifts(shop.it.kernel, 1, new Date(Date.now() + days * 86_400_000).toISOString())
  const starts = [...(await get(path)).body.matchAll(/DTSTART:(\d{8})/g)].map(([, day]) => day)
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '')
  expect(starts).toEqual(expect.arrayContaining([day(-89), day(364)]))
  expect(starts).not.toContain(day(-92))
  expect(starts).not.toContain(day(367))
})

test('upcoming entries come first, then recent ones, however many are past, and an ongoing entry once', async () => {
  const { path } = await make(shop.owner)
  const before = await shop.it.kernel.db.rows<{ id: number }>(sql`select id from shift`)
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  await manyShifts(shop.it.kernel, 2_100, ago(20))
  await manyShifts(shop.it.kernel, 30, ago(5))
  const [next] = await shop.it.kernel.db.rows<{ id: number }>(
    sql`insert into shift (title, starts_at) values ('Late', now() + interval '300 days') returning id`,
  )
  const { body } = await get(path)
  expect(body).toContain(`UID:shifts-${next?.id}@`)
  expect(body.match(/UID:shifts-/g)).toHaveLength(2_000)
  const recent = await shop.it.kernel.db.rows<{ id: number }>(
    sql`select id from shift where starts_at between now() - interval '6 days' and now()`,
  )
  expect(recent.filter(({ id }) => !body.includes(`UID:shifts-${id}@`)).length).toBe(0)
  expect(body.match(/UID:fairs-spring@/g)).toHaveLength(1)
  const ids = before.map(({ id }) => id)
  await shop.it.kernel.db.run(sql`delete from shift where id <> all(${ids}::bigint[])`)
})

test('an unchanged feed is not sent again, and a changed one is', async () => {
  const client = await shop.it.staff(rights)
  const { path } = await make(client)
  const etag = String((await get(path)).headers.etag)
  expect(await get(path, { 'if-none-match': `"other", W/${etag}` })).toMatchObject({ statusCode: 304, body: '' })
  await client.post('/api/admin/shift', { title: 'Late', starts_at: soon() })
  expect((await get(path, { 'if-none-match': etag })).statusCode).toBe(200)
})

test('a feed URL is stored as a hash, shown once, and listed with its last use to its owner only', async () => {
  const client = await shop.it.staff(rights)
  const { id, url, path } = await make(client, 'Laptop')
  const token = /([\w-]{43})\.ics$/.exec(url)?.[1] ?? ''
  expect(token).toHaveLength(43)
  const feedRows = await shop.it.kernel.db.rows<{ row: string }>(sql`select to_jsonb(f)::text as row from calendar_feed f`)
  expect(JSON.stringify(feedRows)).not.toContain(token)
  expect((await client.get(feeds)).body.data).toMatchObject([{ id, name: 'Laptop', used_at: null }])
  expect(JSON.stringify((await client.get(feeds)).body)).not.toContain(token)
  await get(path)
  expect((await client.get(feeds)).body.data[0].used_at).not.toBeNull()
  expect((await (await shop.it.staff(rights)).get(feeds)).body.data).toEqual([])
})

test('a revoked feed URL is not found, and only its owner can revoke it', async () => {
  const client = await shop.it.staff(rights)
  const { id, path } = await make(client)
  expect((await shop.owner.delete(`${feeds}/${id}`)).status).toBe(404)
  expect((await get(path)).statusCode).toBe(200)
  expect((await client.delete(`${feeds}/${id}`)).status).toBe(200)
  expect((await get(path)).statusCode).toBe(404)
  expect((await get('/api/calendar/feed/nothing.ics')).statusCode).toBe(404)
})

test('signing out all sessions of an account ends its feeds, and a feed made afterwards works', async () => {
  const client = await shop.it.staff(rights)
  const { id, path } = await make(client)
  expect((await get(path)).statusCode).toBe(200)
  const { db } = shop.it.kernel
  const owner = await db.one<{ id: number; email: string }>(
    sql`select a.id, a.email from account a join calendar_feed f on f.account_id = a.id where f.id = ${id}`,
  )
  await closeSessions(db, 'admin', owner?.id ?? 0)
  expect((await get(path)).statusCode).toBe(404)
  const { body } = await shop.guest.post('/api/admin/login', { email: owner?.email, password: 'a long password' })
  const again = shop.it.as(body.token)
  expect((await again.get(feeds)).body.data).toEqual([])
  const { path: next } = await make(again)
  expect([(await get(next)).statusCode, (await get(path)).statusCode]).toEqual([200, 404])
})

test('a feed uses the current permissions: entries disappear when a permission is revoked', async () => {
  const client = await shop.it.staff(rights)
  await client.post('/api/admin/shift', { title: 'Late', starts_at: soon() })
  const { id, path } = await make(client)
  const account = sql`(select account_id from calendar_feed where id = ${id})`
  const allow = (list: string[]) =>
    shop.it.kernel.db.run(sql`update role set permission_list = ${list} where id = (select role_id from account where id = ${account})`)
  expect((await get(path)).body).toContain('BEGIN:VEVENT')
  await allow(['get calendar'])
  expect((await get(path)).body).not.toContain('BEGIN:VEVENT')
  await allow(['get shift'])
  expect((await get(path)).statusCode).toBe(404)
  await allow(rights)
  await shop.it.kernel.db.run(sql`update account set enabled = false where id = ${account}`)
  expect((await get(path)).statusCode).toBe(404)
})

test('nobody has more than twenty feeds, also with concurrent requests', async () => {
  const client = await shop.it.staff(rights)
  const made = await Promise.all(Array.from({ length: 24 }, () => client.post(feeds, { name: 'Phone' })))
  expect(made.filter(({ status }) => status === 201)).toHaveLength(20)
  expect(made.find(({ status }) => status === 422)?.body.messages).toHaveProperty('name')
})

test('frequent requests are rate limited', async () => {
  const { path } = await make(shop.owner)
  await shop.it.kernel.db.run(
    sql`update rate_limit set hits = 300, expires_at = now() + interval '1 minute' where key like 'calendar feed %'`,
  )
  expect((await get(path)).statusCode).toBe(429)
})
