import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { type Client, type TestApp, testApp } from '../../../tests/support/app.ts'
import { addFiles } from '../../../tests/support/files.ts'

let it: TestApp
let owner: Client
beforeAll(async () => {
  it = await testApp(['content', 'catalogue'])
  owner = await it.staff('owner')
})
afterAll(() => it.close())

const past = '2026-01-01T00:00:00Z'
const hero = (title: string) => ({ root: { props: { title } }, content: [{ type: 'hero', props: { id: 'hero-1', title } }], zones: {} })
let n = 0
const made = async (input: object = {}) => {
  const { status, body } = await owner.post('/api/admin/landing_page', {
    name: 'Spring',
    url: `spring-${++n}`,
    published_at: past,
    elements: hero('Spring tea'),
    ...input,
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}
const fetchPage = (url: string, language = 'en-US') => it.guest.post('/api/landing_page', { url, language })

test('a landing page is named landing-page by default, and requires url and time', async () => {
  const { body } = await owner.post('/api/admin/landing_page', { elements: hero('x') })
  expect(Object.keys(body.messages).sort()).toEqual(['published_at', 'url'])
  const plain = await owner.post('/api/admin/landing_page', { url: 'unnamed', published_at: past })
  expect(plain.body).toMatchObject({ name: 'landing-page', status: 'draft', elements: { root: {}, content: [], zones: {} } })
})

test('a text that is too long is cut between characters, and one with invalid characters is rejected', async () => {
  const page = await made({ elements: hero(`${'t'.repeat(499)}🍵`) })
  expect(page.elements.content[0].props.title).toBe('t'.repeat(499))
  for (const title of ['a\0b', '\ud83da']) {
    const { status, body } = await owner.post('/api/admin/landing_page', { url: 'odd', published_at: past, elements: hero(title) })
    expect([status, Object.keys(body.messages)]).toEqual([422, ['elements']])
  }
})

test('an image that is not a public upload is rejected in any element, and a missing one that was stored may stay', async () => {
  const [there, secret, deletedPage] = [
    'img/aa/0123456789abcdef01234567.png',
    'img/aa/0123456789abcdef01234568.png',
    'img/aa/ffffffffffffffffffffffff.png',
  ]
  await addFiles(it.kernel.db, [there])
  await addFiles(it.kernel.db, [secret], { isPrivate: true })
  const elements = (path: string) => ({
    content: [
      { type: 'hero', props: { title: 'x', image: path } },
      { type: 'text', props: { content: `<p><img src="/files/${path}"></p>` } },
      { type: 'columns', props: { column_1: [{ type: 'logos', props: { items: [{ image: there }, { image: path }] } }] } },
      { type: 'faq', props: { items: [{ question: 'x', answer: `<img src="/files/${path}">` }] } },
    ],
    zones: { 'columns-1:left': [{ type: 'image', props: { image: path } }] },
  })
  const places = [
    'content.0.image',
    'content.1.content',
    'content.2.column_1.0.items.1.image',
    'content.3.items.0.answer',
    'zones.columns-1:left.0.image',
  ]
  for (const path of [secret, deletedPage]) {
    const { status, body } = await owner.post('/api/admin/landing_page', { url: 'pictured', published_at: past, elements: elements(path) })
    expect(status).toBe(422)
    expect(Object.keys(body.messages).sort()).toEqual(places.map((at) => `elements.${at}`).sort())
  }
  const page = await made({ elements: elements(there) })
  await it.kernel.db.run(sql`update file set is_private = true where path = ${there}`)
  expect((await owner.put(`/api/admin/landing_page/${page.id}`, { ...page, name: 'Autumn' })).status).toBe(200)
  expect((await owner.post(`/api/admin/landing_page/${page.id}/clone`)).status).toBeLessThan(300)
})

test('a draft is hidden, a published page shown, a disabled one hidden again', async () => {
  const page = await made()
  expect((await fetchPage(page.url)).status).toBe(404)
  expect((await owner.post(`/api/admin/landing_page/${page.id}/publish`)).body.status).toBe('published')
  expect((await fetchPage(page.url)).body).toMatchObject({ title: 'Spring tea', elements: { content: [{ type: 'hero' }] } })
  expect((await owner.post(`/api/admin/landing_page/${page.id}/disable`)).body.status).toBe('disabled')
  expect((await fetchPage(page.url)).status).toBe(404)
  expect((await owner.post(`/api/admin/landing_page/${page.id}/go_live`)).status).toBe(404)
})

test('a page published before its time is pending and goes live automatically', async () => {
  const page = await made({ published_at: '2099-01-01T00:00:00Z' })
  expect((await owner.post(`/api/admin/landing_page/${page.id}/publish`)).body.status).toBe('pending')
  expect((await fetchPage(page.url)).status).toBe(404)
  await it.kernel.db.run(sql`update landing_page set published_at = now() - interval '1 second' where id = ${page.id}`)
  expect((await fetchPage(page.url)).status).toBe(200)
  await it.kernel.db.run(sql`update graphile_worker._private_jobs set run_at = now()`)
  await it.jobs()
  expect((await owner.get(`/api/admin/landing_page/${page.id}`)).body.status).toBe('published')
  await owner.put(`/api/admin/landing_page/${page.id}`, { published_at: '2099-01-01T00:00:00Z' })
  expect((await owner.get(`/api/admin/landing_page/${page.id}`)).body.status).toBe('pending')
})

test('elements are stored per language, and a language without any shows those of the main one', async () => {
  const page = await made()
  await owner.post(`/api/admin/landing_page/${page.id}/publish`)
  expect((await fetchPage(page.url, 'zh-HK')).body.title).toBe('Spring tea')
  const changed = await owner.post(`/api/admin/landing_page/${page.id}`, { _method: 'PUT', language: 'zh-HK', elements: hero('春茶') })
  expect(changed.body.elements.root.props.title).toBe('春茶')
  expect((await fetchPage(page.url, 'zh-HK')).body.title).toBe('春茶')
  expect((await fetchPage(page.url, 'en-US')).body.title).toBe('Spring tea')
  const again = await owner.put(`/api/admin/landing_page/${page.id}`, { language: 'zh-HK', elements: changed.body.elements })
  expect(again.body.version, 'the same elements change nothing').toBe(changed.body.version)
})

test('an unknown element is rejected by its position, and an unknown property is dropped', async () => {
  const wrong = await owner.post('/api/admin/landing_page', {
    url: 'wrong',
    published_at: past,
    elements: { content: [{ type: 'columns', props: { column_1: [{ type: 'iframe', props: {} }] } }] },
  })
  expect(wrong.status).toBe(422)
  expect(Object.keys(wrong.body.messages)).toEqual(['elements.content.0.column_1.0'])
  const page = await made({ elements: { content: [{ type: 'spacer', props: { id: 'a', size: 'vast', onclick: 'x' } }] } })
  expect(page.elements.content).toEqual([{ type: 'spacer', props: { id: 'a', size: 'medium' } }])
})

test('a page is copied as a draft with its own URL, by POST, which returns it, and by GET, which returns the list', async () => {
  const page = await made()
  await owner.post(`/api/admin/landing_page/${page.id}/publish`)
  const posted = (await owner.post(`/api/admin/landing_page/${page.id}/clone`)).body.id
  const listed = (await owner.get(`/api/admin/landing_page/${page.id}/clone`)).body.data[0].id
  expect(listed).toBeGreaterThan(posted)
  for (const id of [posted, listed]) {
    const copy = await owner.get(`/api/admin/landing_page/${id}`)
    expect(copy.body).toMatchObject({ status: 'draft', elements: page.elements, name: `${page.name} (copy)` })
    expect(copy.body.url).not.toBe(page.url)
  }
})

const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' }
const visit = (url: string, headers: Record<string, string> = browser) => it.guest.post('/api/landing_page/visit', { url }, headers)

test('a visitor counts once a day, a bot never, and the report fills every interval', async () => {
  const page = await made()
  await owner.post(`/api/admin/landing_page/${page.id}/publish`)
  expect((await visit(page.url)).body).toEqual({ counted: true })
  await visit(page.url)
  await visit(page.url, { 'user-agent': 'Mozilla/5.0 (iPhone) Safari/604.1' })
  expect((await visit(page.url, { 'user-agent': 'Googlebot/2.1' })).body).toEqual({ counted: false })
  expect((await visit('nowhere')).body).toEqual({ counted: false })
  const [today] = await it.kernel.db.rows<{ day: string }>(sql`select (now() at time zone 'Asia/Hong_Kong')::date::text as day`)
  const day = today?.day ?? ''
  await it.kernel.db.run(sql`insert into landing_visit values (${page.id}, ${day}::date - 40, '\\x01')`)
  const from = new Date(Date.parse(day) - 45 * 86_400_000).toISOString().slice(0, 10)
  const { body } = await owner.post('/api/admin/report/landing', { landing_page_id: page.id, from, to: day })
  expect(body.visit.day).toHaveLength(46)
  expect(body.visit.day.at(-1)).toEqual({ interval: day, count: 2 })
  expect(body.visit.day[0]).toEqual({ interval: from, count: 0 })
  expect(body.visit.month.map((m: any) => m.interval)).toContain(from.slice(0, 7))
  expect(body.visit.year.reduce((sum: number, y: any) => sum + y.count, 0)).toBe(3)
  expect(body.transfer.day.every((d: any) => d.count === 0)).toBe(true)
})

test('the stored visitor hash cannot be attributed after the end of the day', async () => {
  await it.kernel.db.run(sql`update landing_salt set day = day - 1`)
  await it.kernel.db.run(sql`update graphile_worker._private_jobs set run_at = now()`)
  await it.clock('content/forget-salts')
  expect(await it.kernel.db.rows(sql`select * from landing_salt`)).toEqual([])
})

test('a contact message from a landing page visitor counts as one conversion', async () => {
  const page = await made()
  await owner.post(`/api/admin/landing_page/${page.id}/publish`)
  const cookie = String((await visit(page.url)).headers['set-cookie']).split(';')[0] ?? ''
  expect(cookie).toMatch(/^landing=/)
  const message = { name: 'May', email: 'may@shop.test', subject: 'Tea', message: 'Hello' }
  expect((await it.guest.post('/api/contact', message, { cookie })).status).toBe(201)
  expect((await it.guest.post('/api/contact', message, { cookie: cookie.replace(/\d/, '9') })).status).toBe(201)
  const year = new Date().getUTCFullYear()
  const [from, to] = [`${year - 1}-12-01`, `${year + 1}-01-31`]
  const { body } = await owner.post('/api/admin/report/landing', { landing_page_id: page.id, from, to })
  expect(body.transfer.year.reduce((sum: number, y: any) => sum + y.count, 0)).toBe(1)
})

test('a report rejects an invalid range by field', async () => {
  const report = (input: object) => owner.post('/api/admin/report/landing', input)
  expect(Object.keys((await report({})).body.messages).sort()).toEqual(['from', 'landing_page_id', 'to'])
  expect((await report({ landing_page_id: 1, from: '2026-02-01', to: '2026-01-01' })).body.messages).toHaveProperty('to')
  expect((await report({ landing_page_id: 999_999, from: '2026-01-01', to: '2026-01-02' })).status).toBe(404)
})

test('unsaved elements are rendered as in the shop, and nothing is stored', async () => {
  const product = await owner.post('/api/admin/product', { name: 'Longjing', sku: 'DRAWN', url: 'drawn-longjing' })
  expect(product.status, JSON.stringify(product.body)).toBe(201)
  const before = await it.kernel.db.one(sql`select count(*) from landing_page`)
  const content = [
    { type: 'text', props: { id: 't', content: '<p onclick="x()">By hand</p><script>x()</script>' } },
    { type: 'product_list', props: { id: 'p', source: 'chosen', products: [product.body.id] } },
    { type: 'video', props: { id: 'v', url: 'https://youtu.be/dQw4w9WgXcQ' } },
  ]
  const { status, body } = await owner.post('/api/admin/landing_page/draw', { elements: { content } })
  expect(status, JSON.stringify(body)).toBe(200)
  const [text, , video] = body.elements.content
  expect(text.props.content).toBe('<p>By hand</p>')
  expect(video.props.url).toContain('https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ')
  expect(body.widgets.p).toMatchObject([{ name: 'Longjing', url: 'drawn-longjing' }])
  expect(await it.kernel.db.one(sql`select count(*) from landing_page`)).toEqual(before)
})

test('elements that could not be stored are not rendered, and the error names the element', async () => {
  const content = [{ type: 'button', props: { id: 'b', url: 'javascript:x()' } }]
  const { status, body } = await owner.post('/api/admin/landing_page/draw', { elements: { content } })
  expect(status).toBe(422)
  expect(Object.keys(body.messages)).toEqual(['elements.content.0.url'])
})

test('rendering elements requires the permission to read landing pages', async () => {
  const input = { elements: hero('x') }
  expect((await it.guest.post('/api/admin/landing_page/draw', input)).status).toBe(401)
  expect((await (await it.staff(['get page'])).post('/api/admin/landing_page/draw', input)).status).toBe(403)
  expect((await (await it.staff(['get landing page'])).post('/api/admin/landing_page/draw', input)).status).toBe(200)
})
