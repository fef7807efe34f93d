import { afterAll, beforeAll, expect, test } from 'vitest'
import { definePlugin, contribute, sql } from 'stoa'
import { type Client, type TestApp, testApp } from '../../../tests/support/app.ts'
import { addFiles } from '../../../tests/support/files.ts'
import { toFormData } from 'stoa/testing'
import { WIDGETS } from '../index.ts'

const events = definePlugin({
  id: 'events',
  requires: ['content'],
  contributions: [contribute(WIDGETS, 'events_upcoming', () => async (_ctx, data) => [data])],
})

let it: TestApp
let owner: Client
beforeAll(async () => {
  it = await testApp(['content', 'catalogue', 'people'], { extra: [events] })
  await addFiles(it.kernel.db, ['img/en.png', 'img/hk.png'])
  owner = await it.staff('owner')
})
afterAll(() => it.close())

const made = async (resource: string, input: object) => {
  const { status, body } = await owner.post(`/api/admin/${resource}`, input)
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}
const yesterday = new Date(Date.now() - 36 * 3_600_000)
const tomorrow = new Date(Date.now() + 36 * 3_600_000)
const day = (at: Date) => at.toISOString().slice(0, 10)

test('each type of menu entry leads to its page', async () => {
  const content = '<p>x</p>'
  await made('page', { title: 'x', url: 'p' })
  await made('article', { title: 'x', url: 'a', content })
  await made('blog_category', { title: 'x', url: 'b', order: 1 })
  await made('landing_page', { url: 'l', published_at: '2026-01-01T00:00:00Z' })
  const types: [string, string | undefined, string][] = [
    ['category', 'c', '/category/c'],
    ['page', 'p', '/p'],
    ['link', 'https://other.test/x', 'https://other.test/x'],
    ['link', '{host}/search/tea', '/search/tea'],
    ['article', 'a', '/blog/article/a'],
    ['blog_category', 'b', '/blog/category/b'],
    ['landing_page', 'l', '/landing-page/l'],
    ['contact_us', undefined, '/contact-us'],
  ]
  for (const [type, url] of types) await made('menu', { title: type, type, ...(url ? { url } : {}) })
  const { body } = await it.guest.get('/api/menu')
  expect(body.map((m: any) => [m.type, m.to])).toEqual(types.map(([type, , to]) => [type, to]))
})

test('the navigation is nested, sorted and localized, without disabled entries', async () => {
  const top = await made('menu', { title: { 'en-US': 'Tea', 'zh-HK': '茶' }, type: 'category', url: 'tea', order: 0 })
  const second = await made('menu', {
    title: 'Second',
    type: 'category',
    url: 'x',
    parent_id: top.id,
    order: 200,
    display_in_mobile: false,
  })
  await made('menu', { title: 'First', type: 'category', url: 'y', parent_id: top.id, order: 100 })
  const off = await made('menu', { title: 'Off', type: 'category', url: 'z', parent_id: top.id, enabled: false })
  await made('menu', { title: 'Below off', type: 'category', url: 'z', parent_id: off.id })
  await made('menu', { title: 'Third level', type: 'category', url: 'w', parent_id: second.id })
  const found = (await it.guest.get('/api/menu?language=zh-HK')).body.find((m: any) => m.id === top.id)
  expect(found).toMatchObject({
    title: '茶',
    children: [{ title: 'First' }, { title: 'Second', display_in_mobile: false, children: [{ title: 'Third level' }] }],
  })
  expect((await it.guest.post('/api/menu', { language: 'zh-HK', url: 'tea' })).body).toMatchObject({
    title: '茶',
    to: '/category/tea',
    products: [],
  })
  expect((await it.guest.post('/api/menu', { url: 'none' })).body).toEqual({})
})

test('only current slides are shown, in order, with the image of their language', async () => {
  const slide = (title: string, more: object) => made('slider', { title, image: { 'en-US': 'img/en.png', 'zh-HK': 'img/hk.png' }, ...more })
  await slide('Second', { order: 2, starts_at: yesterday.toISOString(), ends_at: tomorrow.toISOString() })
  await slide('First', { order: 1, url: '/category/tea', button: 'See' })
  await slide('Later', { starts_at: tomorrow.toISOString() })
  await slide('Over', { ends_at: yesterday.toISOString() })
  await slide('Off', { enabled: false })
  await slide('Elsewhere', { position: 'side' })
  const { body } = await it.guest.get('/api/slider?language=zh-HK')
  expect(body.map((s: any) => [s.title, s.image])).toEqual([
    ['First', 'img/hk.png'],
    ['Second', 'img/hk.png'],
  ])
  expect((await it.guest.get('/api/slider?position=side')).body).toMatchObject([{ title: 'Elsewhere', image: 'img/en.png' }])
})

test('an article is shown from its date on, and before it with a preview token', async () => {
  const now = await made('article', { title: 'Now', url: 'now', content: '<p>x</p>', show_date: day(yesterday) })
  const later = await made('article', { title: 'Later', url: 'later', content: '<p>x</p>', show_date: day(tomorrow) })
  expect((await it.guest.post('/api/article', { url: 'now' })).body).toMatchObject({
    id: now.id,
    date: day(yesterday),
    content: '<p>x</p>',
  })
  expect((await it.guest.post('/api/article', { url: 'later' })).status).toBe(404)
  const { body } = await owner.get(`/api/admin/article/${later.id}/preview`)
  const [path, preview] = body.url.split('?preview=')
  expect(path).toBe('/blog/article/later')
  expect((await it.guest.post('/api/article', { url: 'later', preview })).body.title).toBe('Later')
  expect((await it.guest.post('/api/article', { url: 'later', preview: `${preview}x` })).status).toBe(404)
  expect((await it.guest.post('/api/page', { url: 'later', preview })).status).toBe(404)
})

test('a blog category lists its articles newest first, page by page', async () => {
  const category = await made('blog_category', { title: 'News', url: 'news', order: 1 })
  for (const [i, title] of ['Old', 'Middle', 'New'].entries())
    await made('article', {
      title,
      url: `n${i}`,
      content: '<p>x</p>',
      short_description: '<p>A <b>b</b> &amp; c</p>',
      show_date: `2026-01-0${i + 1}`,
      categories: [category.id],
    })
  await made('article', { title: 'Hidden', url: 'hidden', content: '<p>x</p>', visibled: false, categories: [category.id] })
  const { body } = await it.guest.post('/api/blog_category', { url: 'news', limit: 2 })
  expect(body.articles).toMatchObject({ total: 3, page: 1, limit: 2 })
  expect(body.articles.data.map((a: any) => a.title)).toEqual(['New', 'Middle'])
  expect(body.articles.data[0].summary).toBe('A b & c')
  expect(
    (await it.guest.post('/api/blog_category', { url: 'news', limit: 2, page: 2 })).body.articles.data.map((a: any) => a.title),
  ).toEqual(['Old'])
  expect((await it.guest.post('/api/article', { url: 'n2' })).body).toMatchObject({
    categories: [{ title: 'News', url: 'news' }],
    related: [{ title: 'Middle' }, { title: 'Old' }],
  })
})

test('a widget returns the content of its type, and an unknown type nothing', async () => {
  const product = await made('product', { name: 'Tea', sku: 'W1', url: 'w1', is_new: true, stocks: [{ price: '10.00' }] })
  await made('block', { title: 'B', identifier: 'b', content: '<p>b</p>' })
  const widget = async (type: string, data: object = {}) => (await it.guest.post('/api/widget', { language: 'en-US', type, data })).body
  expect(await widget('products_new')).toMatchObject([{ id: product.id, name: 'Tea', price: { from: '10.00' } }])
  expect(await widget('products_by_ids', { ids: [999, product.id] })).toMatchObject([{ id: product.id }])
  expect(await widget('products_by_category', { url: 'none' })).toEqual([])
  expect(await widget('articles_latest', { limit: 1 })).toHaveLength(1)
  expect(await widget('articles_by_category', {})).toEqual([])
  expect(await widget('block', { identifier: 'b' })).toMatchObject([{ content: '<p>b</p>' }])
  expect(await widget('brands')).toEqual([])
  expect(await widget('constructor')).toEqual([])
  expect(await widget('unknown')).toEqual([])
  expect(await widget('events_upcoming', { a: 1 })).toEqual([{ a: 1 }])
})

test('an enabled block is returned, and an empty object where there is none', async () => {
  const { id } = await made('block', { title: 'Footer', identifier: 'foot', content: '<p>x</p>', css: 'p{color:red}' })
  expect((await it.guest.post('/api/block', { identifier: 'foot' })).body).toEqual({
    identifier: 'foot',
    title: 'Footer',
    content: '<p>x</p>',
    css: '.block-foot p{color:red}',
  })
  await owner.put(`/api/admin/block/${id}`, { enabled: false })
  expect((await it.guest.post('/api/block', { identifier: 'foot' })).body).toEqual({})
})

test('announcements reach their audience, and each reader marks them as read for themselves', async () => {
  const say = async (title: string, more: object = {}) => {
    const { id } = await made('announcement', { title, content: '<p>x</p>', ...more })
    await owner.post(`/api/admin/announcement/${id}/publish`)
    return id as number
  }
  const clerk = await it.staff(['get page'])
  const role = await it.kernel.db.one<{ id: number }>(sql`select max(id) as id from role`)
  const all = await say('All')
  const staff = await say('Staff', { audience: 'staff', pinned: true })
  await say('Shoppers', { audience: 'customers' })
  await say('Clerks', { audience: 'staff', roles: [role?.id] })
  await say('Later', { starts_at: tomorrow.toISOString() })
  await made('announcement', { title: 'Draft', content: '<p>x</p>' })
  const titles = (list: any[]) => list.map((a) => a.title)
  expect(titles((await it.guest.get('/api/announcement')).body)).toEqual(['Shoppers', 'All'])
  expect(titles((await owner.get('/api/admin/announcement/current')).body.data)).toEqual(['Staff', 'All'])
  expect(titles((await clerk.get('/api/admin/announcement/current')).body.data)).toEqual(['Staff', 'Clerks', 'All'])
  expect((await clerk.post(`/api/admin/announcement/${all}/read`)).body).toEqual({ read: true })
  await clerk.post(`/api/admin/announcement/${all}/read`)
  const marks = async (client: Client) =>
    (await client.get('/api/admin/announcement/current')).body.data.filter((a: any) => a.read).map((a: any) => a.title)
  expect(await marks(clerk)).toEqual(['All'])
  expect(await marks(owner)).toEqual([])
  const secret = 'a long password'
  await it.guest.post('/api/register', {
    email: 'may@shop.test',
    password: secret,
    password_confirmation: secret,
    first_name: 'May',
    last_name: 'Li',
  })
  const { token } = (await it.guest.post('/api/login', { email: 'may@shop.test', password: secret })).body
  const shopper = it.as(token)
  expect((await shopper.post('/api/announcement/read', { id: staff })).status).toBe(404)
  await shopper.post('/api/announcement/read', { id: all })
  expect((await shopper.get('/api/announcement/read')).body).toEqual({ ids: [all] })
  expect((await it.guest.post('/api/announcement/read', { id: all })).status).toBe(401)
})

test('a contact message is stored, emailed to staff, and follows its transitions', async () => {
  await owner.put('/api/admin/settings/contact', { notify_email: 'shop@shop.test' })
  const message = { name: 'May\r\nBcc: x@y.test', email: 'may@shop.test', subject: 'Tea', message: 'Hello <b>you</b>' }
  expect(Object.keys((await it.guest.post('/api/contact', { email: 'x' })).body.messages).sort()).toEqual([
    'email',
    'message',
    'name',
    'subject',
  ])
  // As the contact page sends it.
  const sent = await it.guest.post('/api/contact', toFormData({ ...message, website: '', language: 'en-US' }))
  expect([sent.status, sent.body]).toEqual([201, { status: 'received' }])
  await it.guest.post('/api/contact', { ...message, subject: 'Spam', website: 'http://x' })
  const { body } = await owner.get('/api/admin/contact_message')
  expect(body.data).toMatchObject([{ subject: 'Tea', status: 'to_do', email: 'may@shop.test' }])
  const mail = await it.kernel.db.one<{ recipient: string; subject: string }>(
    sql`select recipient, subject from mail order by id desc limit 1`,
  )
  expect(mail).toMatchObject({ recipient: 'shop@shop.test' })
  expect(mail?.subject).not.toMatch(/[\r\n]/)
  expect((await owner.post(`/api/admin/contact_message/${body.data[0].id}/process`)).body.status).toBe('processing')
  expect((await owner.post('/api/admin/contact_message', message)).status).toBe(404)
})

test('repeated messages from one visitor are rate limited', async () => {
  const write = () => it.guest.post('/api/contact', { name: 'x', email: 'x@y.test', subject: 'x', message: 'x' })
  let last = await write()
  for (let i = 0; i < 12 && last.status === 201; i++) last = await write()
  expect(last.status).toBe(429)
  expect(last.body.messages).toEqual(['This is too frequent. Please wait a moment.'])
})

test('the sitemap lists visible pages in all languages, and robots.txt links to it', async () => {
  await made('page', { title: 'Mapped', url: 'mapped' })
  await made('page', { title: 'Secret', url: 'secret', enabled: false })
  const index = (await it.guest.get('/api/sitemap')).body
  expect(index).toContain('/sitemap/page-1.xml')
  expect(index).not.toContain('/sitemap/brand')
  const part = (await it.guest.get('/api/sitemap/page-1.xml')).body as string
  expect(part).toContain('/mapped</loc>')
  expect(part).toContain('/zh-HK/mapped</loc>')
  expect(part).toContain('hreflang="zh-TW"')
  expect(part).not.toContain('secret')
  expect((await it.guest.get('/api/sitemap/product-1.xml')).body).toContain('/product/w1</loc>')
  await owner.put('/api/admin/settings/shop', { member_only: true })
  expect((await it.guest.get('/api/sitemap/product-1.xml')).body).not.toContain('/product/w1')
  expect((await it.guest.get('/api/sitemap/none-1.xml')).status).toBe(404)
  expect((await it.guest.get('/api/robots')).body).toContain('/sitemap.xml')
})

test('robots.txt disallows the pages that plugins name, in every language, and none of a disabled plugin', async () => {
  const shut = async (app: TestApp) =>
    ((await app.guest.get('/api/robots')).body as string).split('\n').flatMap((line) => /^Disallow: (.*)$/.exec(line)?.slice(1) ?? [])
  const here = await shut(it)
  expect(here).toEqual(expect.arrayContaining(['/admin', '/api/', '/search/', '/zh-HK/search/', '/en-US/search/', '/*?preview=']))
  expect(here.filter((path) => /checkout|order|stripe/.test(path))).toEqual([])
  const all = await testApp(['content', 'sales'])
  expect(await shut(all)).toEqual(
    expect.arrayContaining(['/checkout', '/zh-CN/checkout', '/order/view/', '/account', '/stripe', '/search/']),
  )
  await all.close()
})
