import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '../../core/api-types.ts'
import { sql } from '../../core/db/sql.ts'
import { type Client, type TestApp, testApp } from '../support/app.ts'

let it: TestApp
let owner: Client
beforeAll(async () => {
  it = await testApp(['content'])
  owner = await it.staff('owner')
  for (let n = 1; n <= 25; n++) {
    await owner.post('/api/admin/page', {
      title: { 'en-US': `Page ${String(n).padStart(2, '0')}`, ...(n % 2 ? { 'zh-HK': `頁${n}` } : {}) },
      url: `p-${n}`,
      enabled: n % 5 !== 0,
    })
  }
})
afterAll(() => it.close())

const urls = (rows: Row[]) => rows.map((r) => r.url)

test('a list returns ten rows by default, at most a hundred, and the total', async () => {
  const first = await owner.get('/api/admin/page?sort=title')
  expect(first.body).toMatchObject({ total: 25, page: 1, limit: 10 })
  expect(urls(first.body.data)).toEqual(Array.from({ length: 10 }, (_, i) => `p-${i + 1}`))
  const third = await owner.get('/api/admin/page?sort=title&page=3')
  expect(third.body.data).toHaveLength(5)
  expect((await owner.get('/api/admin/page?limit=101')).body.messages).toEqual({ limit: ['This must be from 1 to 100.'] })
})

test('cursor pagination returns every row once, also when rows are added meanwhile', async () => {
  const readUrls: unknown[] = []
  let after = ''
  do {
    const { body } = await owner.get(`/api/admin/page?sort=-title&limit=7${after && `&after=${after}`}`)
    readUrls.push(...urls(body.data))
    after = body.next ?? ''
    if (readUrls.length === 7) await owner.post('/api/admin/page', { title: 'Page 99', url: 'late' })
  } while (after)
  expect(readUrls).toEqual(Array.from({ length: 25 }, (_, i) => `p-${25 - i}`))
  const { body } = await owner.get('/api/admin/page?q=late')
  await owner.delete(`/api/admin/page/${body.data[0].id}`)
})

test('filters, search and language work together', async () => {
  const off = await owner.get('/api/admin/page?enabled=false&sort=title')
  expect(urls(off.body.data)).toEqual(['p-5', 'p-10', 'p-15', 'p-20', 'p-25'])
  const found = await owner.get('/api/admin/page?q=%E9%A0%813&language=zh-HK')
  expect(found.body.data[0]).toMatchObject({ title: '頁3' })
  const fallback = await owner.get('/api/admin/page?q=p-2&language=zh-HK&sort=title&limit=1')
  expect(fallback.body.data[0].title).toMatch(/Page|頁/)
})

test('an unsortable column is refused by name, and wildcards are taken literally', async () => {
  expect((await owner.get('/api/admin/page?sort=content')).body.messages).toEqual({ sort: ['The list cannot be sorted by "content".'] })
  expect((await owner.get('/api/admin/page?q=%25')).body.total).toBe(0)
})

test('a search text has at most 200 characters', async () => {
  const refused = await owner.get(`/api/admin/page?q=${'a'.repeat(201)}`)
  expect([refused.status, refused.body.messages]).toEqual([422, { q: ['Enter at most 200 characters.'] }])
  expect((await owner.get(`/api/admin/page?q=${'a'.repeat(200)}`)).body.total).toBe(0)
})

test('a new or deleted row changes the total at once', async () => {
  const before = (await owner.get('/api/admin/page')).body.total
  const made = await owner.post('/api/admin/page', { title: 'Counted', url: 'counted' })
  expect((await owner.get('/api/admin/page')).body.total).toBe(before + 1)
  await owner.delete(`/api/admin/page/${made.body.id}`)
  expect((await owner.get('/api/admin/page')).body.total).toBe(before)
})

test('an unknown list parameter is refused by name before anything is returned', async () => {
  for (const [query, name] of [
    ['colour=red', 'colour'],
    ['colour=', 'colour'],
    ['css=x', 'css'],
    ['enabled=true&title__gt=a', 'title__gt'],
    ['created_att__gte=2026-01-01', 'created_att__gte'],
  ] as const) {
    const refused = await owner.get(`/api/admin/page?${query}`)
    expect([refused.status, refused.body.messages], query).toEqual([422, { [name]: ['There is no such field.'] }])
  }
  const validQuery =
    'page=1&limit=10&sort=title&q=p&fields=*&language=zh-HK&after=&enabled=&created_at__gte=2020-01-01&updated_at__lte=2099-01-01'
  expect((await owner.get(`/api/admin/page?${validQuery}`)).status).toBe(200)
})

test('rows inserted by SQL are counted as soon as they are seen', async () => {
  const q = 'by-hand'
  const total = async (more = '') => (await owner.get(`/api/admin/page?q=${q}${more}`)).body.total
  const add = (n: number) =>
    it.kernel.db.run(
      sql`insert into page (title, url) select '{"en-US": "x"}', ${q} || '-' || g || '-' || ${n}::int from generate_series(1, ${n}::int) g`,
    )
  expect(await total()).toBe(0)
  await add(2)
  expect(await total()).toBe(2)
  await add(9)
  expect(await total('&limit=5&page=3')).toBe(11)
  await it.kernel.db.run(sql`delete from page where url like ${`${q}%`}`)
  expect(await total()).toBe(0)
})
