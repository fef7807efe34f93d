import { expect, test } from 'vitest'
import { sql } from 'stoa'
import { suite } from 'stoa/testing'
import { writing } from './content-fixture.ts'

/** Sitemaps for search engines. */
const shop = suite(['content', 'catalogue'])
const { made } = writing(shop)
const part = async (name: string) => (await shop.guest.get(`/api/sitemap/${name}.xml`)).body as string
const settings = (group: string, input: object) => shop.owner.put(`/api/admin/settings/${group}`, input)
const locs = (xml: string) => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, loc = '']) => new URL(loc).pathname)
const alternates = (xml: string) =>
  [...xml.slice(0, xml.indexOf('</url>')).matchAll(/hreflang="(.*?)" href="(.*?)"/g)].map(([, tag = '', href = '']) => [
    tag,
    new URL(href).pathname,
  ])

test('a URL is listed once per language of the shop, each with alternates for all language regions', async () => {
  const page = await made('page', { title: 'x', url: 'listed' })
  const xml = await part('page-1')
  expect(locs(xml)).toEqual(['/listed', '/zh-HK/listed', '/zh-CN/listed'])
  const all = [
    ['en-US', '/listed'],
    ['zh-HK', '/zh-HK/listed'],
    ['zh-MO', '/zh-HK/listed'],
    ['zh-TW', '/zh-HK/listed'],
    ['zh-CN', '/zh-CN/listed'],
    ['zh-SG', '/zh-CN/listed'],
    ['x-default', '/listed'],
  ]
  for (const entry of xml.split('<url>').slice(1)) expect(alternates(entry)).toEqual(all)
  expect(xml).toContain(`<lastmod>${new Date(page.updated_at).toISOString()}</lastmod>`)
  expect((await shop.guest.get('/api/sitemap/page-1.xml')).headers['content-type']).toContain('application/xml')
})

test('a shop with one language lists it without a prefix, whichever it is', async () => {
  expect((await settings('basic', { main_language: 'zh-HK', supported_languages: ['zh-HK'] })).status).toBe(200)
  const xml = await part('page-1')
  expect(locs(xml)).toEqual(['/listed'])
  expect(alternates(xml)).toEqual([
    ['zh-HK', '/listed'],
    ['zh-MO', '/listed'],
    ['zh-TW', '/listed'],
    ['x-default', '/listed'],
  ])
  await settings('basic', { main_language: 'en-US', supported_languages: ['en-US', 'zh-HK', 'zh-CN'] })
})

test('special characters are escaped in both URLs and XML', async () => {
  await made('page', { title: 'x', url: '茶' })
  expect(locs(await part('page-1')).map(decodeURIComponent)).toContain('/zh-HK/茶')
  // Old imports may have stored URLs that the form rejects today.
  await shop.it.kernel.db.run(sql`update page set url = 'a&b<c>"d?e#f' where url = '茶'`)
  const xml = await part('page-1')
  expect(xml).toContain('/a%26b%3Cc%3E%22d%3Fe%23f</loc>')
  expect(xml.replaceAll(/<\/?(url|loc|lastmod|urlset|xhtml:link|\?xml)\b[^<>]*>/g, '')).not.toMatch(/[<>]/)
})

test('built-in pages are in a part of their own, and the index lists every part', async () => {
  expect(locs(await part('site-1'))).toEqual(
    ['', '/zh-HK', '/zh-CN'].map((language) => `${language}/`).concat(['', '/zh-HK', '/zh-CN'].map((language) => `${language}/contact-us`)),
  )
  expect(locs((await shop.guest.get('/api/sitemap')).body)).toEqual(['/sitemap/site-1.xml', '/sitemap/page-1.xml'])
})

test('hidden, unpublished and members-only pages are in no part', async () => {
  const past = '2026-01-01T00:00:00Z'
  await made('blog_category', { title: 'x', url: 'cat-shown', order: 1 })
  await made('blog_category', { title: 'x', url: 'cat-hidden', order: 1, visibled: false })
  await made('article', { title: 'x', url: 'art-shown', content: '<p>x</p>' })
  await made('article', { title: 'x', url: 'art-hidden', content: '<p>x</p>', visibled: false })
  const publish = async (url: string, published_at: string) => {
    const { id } = await made('landing_page', { url, published_at })
    await shop.owner.post(`/api/admin/landing_page/${id}/publish`)
    return id as number
  }
  await publish('land-shown', past)
  await publish('land-later', '2099-01-01T00:00:00Z')
  await made('landing_page', { url: 'land-draft', published_at: past })
  await shop.owner.post(`/api/admin/landing_page/${await publish('land-off', past)}/disable`)
  const first = async (name: string) => [...new Set(locs(await part(`${name}-1`)).map((path) => path.replace(/^\/zh-(HK|CN)/, '')))]
  const parent = await made('category', { title: 'x', url: 'goods' })
  await made('category', { title: 'x', url: 'goods-below', parent_id: parent.id })
  const above = await made('category', { title: 'x', url: 'goods-hidden' })
  await made('category', { title: 'x', url: 'goods-below-hidden', parent_id: above.id })
  await shop.owner.put(`/api/admin/category/${above.id}`, { visibled: false })
  expect(await first('category')).toEqual(['/category/goods', '/category/goods-below'])
  expect(await first('blog_category')).toEqual(['/blog/category/cat-shown'])
  expect(await first('article')).toEqual(['/blog/article/art-shown'])
  expect(await first('landing_page')).toEqual(['/landing-page/land-shown'])
})

test('a part holds ten thousand rows, the next begins another, and one beyond the last is empty', async () => {
  await shop.it.kernel.db.run(sql`delete from page`)
  await shop.it.kernel.db.run(sql`insert into page (title, url) select '{"en-US":"x"}', 'row-' || n from generate_series(1, 10000) n`)
  const parts = async () => locs((await shop.guest.get('/api/sitemap')).body).filter((path) => path.includes('/page-'))
  expect(await parts()).toEqual(['/sitemap/page-1.xml'])
  await shop.it.kernel.db.run(sql`insert into page (title, url) values ('{"en-US":"x"}', 'row-10001')`)
  expect(await parts()).toEqual(['/sitemap/page-1.xml', '/sitemap/page-2.xml'])
  expect(locs(await part('page-2'))).toEqual(['/row-10001', '/zh-HK/row-10001', '/zh-CN/row-10001'])
  expect(locs(await part('page-3'))).toEqual([])
  for (const none of ['page-0', 'page', 'PAGE-1', 'page-1-1', 'constructor-1', 'page-100000'])
    expect((await shop.guest.get(`/api/sitemap/${none}.xml`)).status, none).toBe(404)
})
