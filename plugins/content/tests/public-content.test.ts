import { expect, test } from 'vitest'
import { sql } from 'stoa'
import { suite } from 'stoa/testing'
import type { Client } from '../../../tests/support/app.ts'
import { attributionLifetime, attributionValue } from '../services/attribution.ts'

/** What public content routes return, and what they must not reveal. */
const shop = suite(['content', 'forms'])
const made = async (resource: string, input: object) => {
  const { status, body } = await shop.owner.post(`/api/admin/${resource}`, input)
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}
const change = (resource: string, id: number, input: object) => shop.owner.put(`/api/admin/${resource}/${id}`, input)
const away = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

test('a preview token is valid for one row of one type at one URL, for a day at most', async () => {
  const page = await made('page', { title: 'Soon', url: 'soon', enabled: false })
  await made('article', { title: 'Soon', url: 'soon', content: '<p>x</p>', visibled: false })
  const word = (await shop.owner.get(`/api/admin/page/${page.id}/preview`)).body.url.split('?preview=')[1] as string
  const read = async (preview: string, kind = 'page', url = 'soon') => (await shop.guest.post(`/api/${kind}`, { url, preview })).status
  expect(await read(word)).toBe(200)
  expect(await read(word, 'article')).toBe(404)
  const [until = '', signature = ''] = word.split('.')
  for (const forged of [`${Number(until) + 1}.${signature}`, `${until}.`, until, '', `1e99.${signature}`, `.${signature}`])
    expect(await read(forged), forged).toBe(404)
  const lasts = Number(until) - Date.now() / 1_000
  expect(lasts).toBeGreaterThan(86_300)
  expect(lasts).toBeLessThanOrEqual(86_400)
  // Renaming a page revokes its preview links.
  await change('page', page.id, { url: 'sooner' })
  expect([await read(word), await read(word, 'page', 'sooner')]).toEqual([404, 404])
})

test('a disabled redirect does nothing, and paths match however browsers encode them', async () => {
  const { id } = await made('redirect', { source: '/茶/old', target: '/new' })
  const where = async (path: string) => (await shop.guest.get(`/api/redirect?path=${encodeURIComponent(path)}`)).body
  for (const path of ['/茶/old', '/%E8%8C%B6/old', '/茶/old/', '/茶/old///']) expect(await where(path), path).toEqual({ target: '/new' })
  for (const path of ['/茶', '/%E8%8C', '/%', '', '/']) expect(await where(path), path).toEqual({})
  await change('redirect', id, { enabled: false })
  expect(await where('/茶/old')).toEqual({})
})

test('a URL that is used again is no longer redirected, and a disabled redirect is enabled by the next change', async () => {
  const page = await made('page', { title: 'A', url: 'a-place' })
  await made('redirect', { source: '/a-place', target: '/elsewhere', enabled: false })
  await change('page', page.id, { url: 'b-place' })
  const row = await shop.it.kernel.db.one(sql`select target, enabled from redirect where source = '/a-place'`)
  expect(row).toEqual({ target: '/b-place', enabled: true })
  // Saving the same URL again creates no redirect.
  await change('page', page.id, { url: 'b-place' })
  expect(await shop.it.kernel.db.one(sql`select 1 from redirect where source = '/b-place'`)).toBeUndefined()
})

test('an announcement lists who has read it: its audience, without deleted accounts', async () => {
  const clerk = await shop.it.staff(['get page'])
  const { id } = await made('announcement', { title: 'Rota', content: '<p>x</p>', audience: 'staff' })
  const readers = async () => (await shop.owner.get(`/api/admin/announcement/${id}/readers`)).body
  expect((await clerk.post(`/api/admin/announcement/${id}/read`)).status).toBe(404)
  await shop.owner.post(`/api/admin/announcement/${id}/publish`)
  await clerk.post(`/api/admin/announcement/${id}/read`)
  const readerList = await readers()
  expect(readerList.staff.map((reader: any) => [reader.name, reader.read_at !== null])).toEqual([
    ['Staff 2', true],
    ['Staff 1', false],
  ])
  expect(readerList.customers).toBe(0)
  await shop.it.kernel.db.run(sql`update account set enabled = false where name = 'Staff 2'`)
  expect((await readers()).staff.map((reader: any) => reader.name)).toEqual(['Staff 1'])
  await change('announcement', id, { audience: 'customers' })
  expect((await readers()).staff).toEqual([])
  expect((await shop.owner.get('/api/admin/announcement/999999/readers')).status).toBe(404)
})

test('an announcement has the transitions between draft, published and disabled, and no others', async () => {
  const { id } = await made('announcement', { title: 'x', content: '<p>x</p>' })
  const move = async (name: string) => (await shop.owner.post(`/api/admin/announcement/${id}/${name}`)).status
  expect(await move('disable')).toBe(409)
  expect(await move('publish')).toBe(200)
  expect(await move('publish')).toBe(409)
  expect(await move('disable')).toBe(200)
  expect(await move('publish')).toBe(200)
})

test('an announcement is shown from its first moment up to, and without, its last', async () => {
  const say = async (title: string, more: object) => {
    const { id } = await made('announcement', { title, content: '<p>x</p>', audience: 'customers', ...more })
    await shop.owner.post(`/api/admin/announcement/${id}/publish`)
    return id as number
  }
  const id = await say('Now', { starts_at: away(-2), ends_at: away(2) })
  const isListed = async () => (await shop.guest.get('/api/announcement')).body.some((announcement: any) => announcement.title === 'Now')
  const set = (starts: string, ends: string) =>
    shop.it.kernel.transaction(async (tx) => {
      await tx.run(
        sql`update announcement set starts_at = now() + ${starts}::interval, ends_at = now() + ${ends}::interval where id = ${id}`,
      )
      tx.invalidate('announcement')
    })
  expect(await isListed()).toBe(true)
  await set('-1 second', '1 hour')
  expect(await isListed()).toBe(true)
  await set('-1 hour', '-1 second')
  expect(await isListed()).toBe(false)
  await set('1 hour', '2 hours')
  expect(await isListed()).toBe(false)
})

const withLanding = async (value: string) =>
  shop.guest.post('/api/contact', { name: 'May', email: 'may@shop.test', subject: 'Tea', message: 'x' }, { cookie: `landing=${value}` })
const transfers = async () => (await shop.it.kernel.db.one<{ n: number }>(sql`select count(*)::int as n from landing_transfer`))?.n

test('a conversion is attributed to the landing page for thirty days, and never with a forged or deleted one', async () => {
  const page = await made('landing_page', { name: 'x', url: 'brought', published_at: away(-1) })
  const { kernel } = shop.it
  const before = (seconds: number) => attributionValue(kernel, page.id, Date.now() - seconds * 1_000)
  await withLanding(before(0))
  expect(await transfers()).toBe(1)
  await withLanding(before(attributionLifetime - 60))
  expect(await transfers()).toBe(2)
  await withLanding(before(attributionLifetime + 2))
  const fresh = before(0)
  for (const forged of [
    fresh.replace(/^\d+/, '99'),
    fresh.slice(0, -2),
    `${page.id}..x`,
    `${page.id}`,
    'x.y.z',
    attributionValue(kernel, 999_999),
  ])
    expect((await withLanding(forged)).status, forged).toBe(201)
  expect(await transfers()).toBe(2)
})

test('the email about a contact message is plain text in the main language, whatever language the writer used', async () => {
  await shop.owner.put('/api/admin/settings/contact', { notify_email: 'desk@shop.test' })
  await shop.it.kernel.db.run(sql`delete from rate_limit`)
  const message = { name: '<b>陳</b>', email: 'chan@shop.test', subject: 'a'.repeat(200), message: '1 < 2 & {name} {{email}}' }
  expect((await shop.guest.post('/api/contact', { ...message, language: 'zh-HK' })).status).toBe(201)
  const mail = await shop.it.kernel.db.one<{ text_body: string; subject: string }>(
    sql`select text_body, subject from mail where recipient = 'desk@shop.test' order by id desc limit 1`,
  )
  expect(mail?.text_body).toContain('1 < 2 & {name} {{email}}')
  expect(mail?.text_body).toContain('<b>陳</b>')
  const row = await shop.it.kernel.db.one<{ id: number }>(sql`select max(id)::int as id from contact_message`)
  expect(mail?.text_body).toContain(`/admin/contact-message/${row?.id}`)
  expect((await shop.guest.post('/api/contact', { ...message, subject: 'a'.repeat(201) })).body.messages).toHaveProperty('subject')
})

test('a contact message is processed step by step by staff with the permission, and can be reopened', async () => {
  const { id } = (await shop.it.kernel.db.one<{ id: number }>(sql`select max(id)::int as id from contact_message`)) ?? { id: 0 }
  const move = async (client: Client, name: string) => (await client.post(`/api/admin/contact_message/${id}/${name}`)).status
  expect(await move(await shop.it.staff(['get contact message']), 'complete')).toBe(403)
  expect(await move(shop.owner, 'complete')).toBe(200)
  expect(await move(shop.owner, 'complete')).toBe(409)
  expect(await move(shop.owner, 'process')).toBe(200)
  expect(await move(shop.owner, 'process')).toBe(409)
  // The text of a customer's message cannot be changed.
  await change('contact_message', id, { message: 'I am happy.', subject: 'Praise' })
  const { body } = await shop.owner.get(`/api/admin/contact_message/${id}`)
  expect([body.message, body.status]).toEqual([expect.stringContaining('1 < 2'), 'processing'])
})

test('a template rejects colors with too little contrast', async () => {
  const put = async (input: object) => (await shop.owner.put('/api/admin/settings/template', input)).body.messages
  expect(await put({ accent: 'javascript:x' })).toHaveProperty('accent')
  expect(await put({ ink: '#767676' })).toBeUndefined()
  expect(await put({ ink: '#777777' })).toEqual({ ink: [expect.stringContaining('4.5')] })
  expect(await put({ surface: '#000', ink: '#000' })).toHaveProperty('accent')
  expect(await put({ surface: 'white' })).toHaveProperty('surface')
})

test('articles are paginated, from the first page to an empty one, at most a hundred at once', async () => {
  for (let i = 0; i < 3; i++)
    await made('article', { title: `A${i}`, url: `paged-${i}`, content: '<p>x</p>', show_date: `2026-03-0${i + 1}` })
  await made('article', { title: 'Far', url: 'far', content: '<p>x</p>', show_date: '2999-01-01' })
  const list = (query: string) => shop.guest.get(`/api/article?${query}`)
  const first = (await list('limit=2')).body
  expect([first.data.map((a: any) => a.title), first.total]).toEqual([['A2', 'A1'], 3])
  expect((await list('limit=2&page=2')).body.data.map((a: any) => a.title)).toEqual(['A0'])
  expect((await list('limit=2&page=3')).body).toMatchObject({ data: [], total: 3, page: 3 })
  for (const wrong of ['limit=101', 'limit=0', 'page=0', 'page=1001']) expect((await list(wrong)).status, wrong).toBe(422)
})

test('an article without a date shows its creation date in the time zone of the shop', async () => {
  const { id } = await made('article', { title: 'Late', url: 'late-night', content: '<p>x</p>' })
  await shop.it.kernel.db.run(sql`update article set created_at = '2026-03-31T17:30:00Z' where id = ${id}`)
  expect((await shop.guest.post('/api/article', { url: 'late-night' })).body.date).toBe('2026-04-01')
  await shop.it.kernel.db.run(sql`update article set created_at = '2026-03-31T15:59:59Z' where id = ${id}`)
  expect((await shop.guest.post('/api/article', { url: 'late-night' })).body.date).toBe('2026-03-31')
})

test('a widget returns a valid number of items, whatever limit is requested', async () => {
  const widget = async (data: unknown) => (await shop.guest.post('/api/widget', { type: 'articles_latest', data })).body
  expect(await widget({ limit: 2 })).toHaveLength(2)
  for (const data of [{ limit: 0 }, { limit: -1 }, { limit: 'x' }, { limit: 1e9 }, {}, [], 'x', null])
    expect((await widget(data)).length).toBe(4)
  expect((await shop.guest.post('/api/widget', { type: 'articles_by_category', data: { url: { evil: 1 } } })).body).toEqual([])
})
