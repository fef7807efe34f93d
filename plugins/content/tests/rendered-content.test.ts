import { beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'stoa'
import { suite } from 'stoa/testing'
import { addFiles } from '../../../tests/support/files.ts'
import { member } from '../../../tests/support/member.ts'
import { writing } from './content-fixture.ts'

/** Rendered pages: lists, announcements, styles and scripts. */
const shop = suite(['content', 'catalogue', 'people'])
const { made, change, fetchAsGuest } = writing(shop)
beforeAll(() => addFiles(shop.it.kernel.db, ['img/a.png']))
const past = '2026-01-01T00:00:00Z'
let n = 0
const product = async (name: string, more: object = {}) =>
  (await made('product', { name, sku: `S${++n}`, url: `s${n}`, stocks: [{ price: '10.00' }], ...more })).id as number
const landing = async (content: object[], more: object = {}) => {
  const url = `l${++n}`
  const { id } = await made('landing_page', { name: 'Called', url, published_at: past, elements: { content, ...more } })
  await shop.owner.post(`/api/admin/landing_page/${id}/publish`)
  return fetchAsGuest('landing_page', { url, language: 'en-US' })
}

describe('a list on a landing page', () => {
  test('shows the chosen products in order, up to its limit, at any position on the page', async () => {
    const [a, b, c] = [await product('A'), await product('B', { is_new: true }), await product('C', { is_hot: true })]
    const list = (id: string, props: object) => ({ type: 'product_list', props: { id, ...props } })
    const page = await landing([
      list('chosen', { source: 'chosen', products: [c, 999_999, a, b] }),
      list('new', { source: 'new' }),
      list('featured', { source: 'featured' }),
      { type: 'columns', props: { id: 'both', count: '2', column_1: [list('hot', { source: 'hot', limit: 1 })] } },
      { type: 'hero', props: { id: 'none' } },
    ])
    const names = Object.fromEntries(
      Object.entries(page.widgets).map(([id, cards]: [string, any]) => [id, cards.map((card: any) => card.name)]),
    )
    expect(names).toEqual({ chosen: ['C', 'A', 'B'], new: ['B'], featured: [], hot: ['C'] })
  })

  test('shows articles of its category, or of all without one, newest first', async () => {
    const category = await made('blog_category', { title: 'x', url: 'listed', order: 1 })
    const article = (title: string, show_date: string, more: object = {}) =>
      made('article', { title, url: title.toLowerCase(), content: '<p>x</p>', show_date, ...more })
    await article('Older', '2026-01-01', { categories: [category.id] })
    await article('Newer', '2026-01-03', { categories: [category.id] })
    await article('Beside', '2026-01-02')
    const list = (id: string, props: object) => ({ type: 'article_list', props: { id, ...props } })
    const { widgets } = await landing([list('in', { category: 'listed' }), list('all', { limit: 2 }), list('gone', { category: 'gone' })])
    const titles = (cards: { title: string }[]) => cards.map(({ title }) => title)
    expect([titles(widgets.in), titles(widgets.all), titles(widgets.gone)]).toEqual([['Newer', 'Older'], ['Newer', 'Beside'], []])
  })

  test('requests no widget for an unnamed form, and is empty without the forms plugin', async () => {
    const { widgets } = await landing([
      { type: 'form', props: { id: 'unnamed' } },
      { type: 'form', props: { id: 'named', url: 'wish' } },
      { type: 'event_list', props: { id: 'events' } },
    ])
    expect(widgets).toEqual({ named: [], events: [] })
  })
})

test('a landing page is headed by its title in the builder, and by its name where that is empty', async () => {
  expect((await landing([])).title).toBe('Called')
  expect((await landing([], { root: { props: { title: 'Headed' } } })).title).toBe('Headed')
})

test('texts of a landing page are HTML at any depth and in any zone, and keep their line breaks', async () => {
  const text = { type: 'text', props: { id: 't', content: JSON.stringify({ blocks: [{ type: 'paragraph', data: { text: 'Hi' } }] }) } }
  const { elements } = await landing(
    [
      { type: 'columns', props: { id: 'c', column_0: [{ ...text, props: { ...text.props, id: 'deep' } }] } },
      { type: 'faq', props: { id: 'f', items: [{ question: '1 < 2 & <b>3</b>', answer: '<p>So <i>it</i> is</p>' }] } },
    ],
    { zones: { 'c:column_1': [text] } },
  )
  expect(elements.content[0].props.column_0[0].props.content).toBe('<p>Hi</p>')
  expect(elements.zones['c:column_1'][0].props.content).toBe('<p>Hi</p>')
  expect(elements.content[1].props.items).toEqual([{ question: '1 < 2 & <b>3</b>', answer: '<p>So <i>it</i> is</p>' }])
})

test('a landing page is previewed before publication, with a token for this page only', async () => {
  const { id } = await made('landing_page', { url: 'soon-out', published_at: '2099-01-01T00:00:00Z' })
  await made('page', { title: 'Not yet', url: 'soon-out', enabled: false })
  const word = (await shop.owner.get(`/api/admin/landing_page/${id}/preview`)).body.url.split('?preview=')[1]
  expect((await shop.guest.post('/api/landing_page', { url: 'soon-out', preview: word })).status).toBe(200)
  expect((await shop.guest.post('/api/page', { url: 'soon-out', preview: word })).status).toBe(404)
  await made('landing_page', { url: 'later-out', published_at: '2099-01-01T00:00:00Z' })
  expect((await shop.guest.post('/api/landing_page', { url: 'later-out', preview: word })).status).toBe(404)
  // A preview is not counted as a visit.
  expect((await shop.guest.post('/api/landing_page/visit', { url: 'soon-out' }, { 'user-agent': 'Firefox' })).body).toEqual({
    counted: false,
  })
})

describe('announcements', () => {
  const say = async (title: string, more: object = {}) => {
    const { id } = await made('announcement', { title, content: '<p>x</p>', ...more })
    await shop.owner.post(`/api/admin/announcement/${id}/publish`)
    return id as number
  }
  const listAnnouncements = async () => (await shop.guest.get('/api/announcement')).body

  test('are sorted pinned first, then newest, twenty at most', async () => {
    await say('Pinned', { pinned: true, dismissible: false, audience: 'customers' })
    for (let i = 1; i <= 20; i++) await say(`N${i}`, { audience: 'customers' })
    const list = await listAnnouncements()
    expect(list.map((announcement: any) => announcement.title)).toEqual(['Pinned', ...Array.from({ length: 19 }, (_, i) => `N${20 - i}`)])
    expect([list[0].dismissible, list[1].dismissible]).toEqual([false, true])
    await shop.it.kernel.db.run(sql`delete from announcement`)
  })

  test('are dismissed per customer, and only active ones meant for customers can be dismissed', async () => {
    const [may, li] = [await member(shop.it, 'may@shop.test'), await member(shop.it, 'li@shop.test')]
    const [now, over, staff] = [await say('Now'), await say('Over', { ends_at: past }), await say('Staff', { audience: 'staff' })]
    expect((await may.post('/api/announcement/read', { id: now })).body).toEqual({ read: true })
    expect((await may.post('/api/announcement/read', { id: now })).body).toEqual({ read: true })
    for (const id of [over, staff, 999_999]) expect((await may.post('/api/announcement/read', { id })).status, String(id)).toBe(404)
    const closed = async (client: typeof may) => (await client.get('/api/announcement/read')).body.ids
    expect([await closed(may), await closed(li)]).toEqual([[now], []])
    expect((await shop.owner.get(`/api/admin/announcement/${now}/readers`)).body.customers).toBe(1)
    // An announcement that is no longer active is not listed as read, and cannot be marked as read.
    await shop.owner.post(`/api/admin/announcement/${now}/disable`)
    expect(await closed(may)).toEqual([])
    expect((await may.post('/api/announcement/read', { id: now })).status).toBe(404)
  })

  test('for some roles are shown to those only, and count only those as readers', async () => {
    const clerk = await shop.it.staff(['get page'])
    const role = await shop.it.kernel.db.one<{ id: number }>(sql`select max(id) as id from role`)
    const id = await say('Clerks', { audience: 'both', roles: [role?.id] })
    const listCurrentIds = async (client: typeof clerk) =>
      (await client.get('/api/admin/announcement/current')).body.data.map((announcement: any) => announcement.id)
    expect([(await listCurrentIds(clerk)).includes(id), (await listCurrentIds(shop.owner)).includes(id)]).toEqual([true, false])
    expect((await shop.owner.post(`/api/admin/announcement/${id}/read`)).status).toBe(404)
    expect((await shop.owner.get(`/api/admin/announcement/${id}/readers`)).body.staff.map((reader: any) => reader.read_at)).toEqual([null])
    // Roles apply to staff only; shoppers see the announcement in any case.
    expect((await listAnnouncements()).map((announcement: any) => announcement.id)).toContain(id)
    // A staff session is not valid for the shopper route.
    expect((await clerk.get('/api/announcement/read')).status).toBe(401)
  })
})

test('a category page takes its menu texts from its first visible entry, with products in order and scoped CSS', async () => {
  const [a, b] = [await product('First'), await product('Second')]
  const entry = (title: string, more: object = {}) => made('menu', { title, type: 'category', url: 'spoken', ...more })
  const off = await entry('Off', { enabled: false })
  const first = await entry('First', { products: [b, a], css: 'p { top: 0 }', image: 'img/a.png', short_description: '<p>s</p>' })
  await entry('Second')
  const { body } = await shop.guest.post('/api/menu', { url: 'spoken' })
  expect(body).toMatchObject({
    id: first.id,
    title: 'First',
    to: '/category/spoken',
    css: `.menu-${first.id} p { top: 0 }`,
    image: 'img/a.png',
  })
  expect(body.products.map((card: any) => card.name)).toEqual(['Second', 'First'])
  await change('menu', off.id, { enabled: true })
  expect((await fetchAsGuest('menu', { url: 'spoken' })).title).toBe('Off')
})

test('a page reports that scripts were left out for staff, and only if it has any', async () => {
  await made('page', { title: 'x', url: 'scripted', footer_script: '<script>b()</script>' })
  await made('page', { title: 'x', url: 'plain' })
  const read = async (url: string, cookie = '') => (await shop.guest.post('/api/page', { url }, { cookie })).body
  expect(await read('scripted')).toMatchObject({ footer_script: '<script>b()</script>' })
  expect(await read('scripted')).not.toHaveProperty('muted')
  expect(await read('scripted', 'stoa_admin=x')).toMatchObject({ muted: true })
  expect(await read('scripted', 'stoa_admin=x')).not.toHaveProperty('footer_script')
  expect(await read('plain', 'stoa_admin=x')).not.toHaveProperty('muted')
})

test('a message that fills the honeypot field gets a success answer, and is neither stored nor emailed', async () => {
  await shop.owner.put('/api/admin/settings/contact', { notify_email: 'desk@shop.test' })
  const message = { name: 'x', email: 'x@y.test', subject: 'Cheap', message: 'x', website: 'https://spam.test' }
  const count = () => shop.it.kernel.db.one(sql`select (select count(*) from contact_message) as m, (select count(*) from mail) as l`)
  const before = await count()
  const answer = await shop.guest.post('/api/contact', message)
  expect([answer.status, answer.body]).toEqual([201, { status: 'received' }])
  expect(await count()).toEqual(before)
  // Spam does not count towards the rate limit of its network.
  await shop.it.kernel.db.run(sql`delete from rate_limit`)
  for (let i = 0; i < 12; i++) await shop.guest.post('/api/contact', message)
  expect((await shop.guest.post('/api/contact', { ...message, website: '' })).status).toBe(201)
})

test('a message is stored without an email to staff where no recipient is configured', async () => {
  await shop.owner.put('/api/admin/settings/contact', { notify_email: null })
  const mails = () => shop.it.kernel.db.one(sql`select count(*) as n from mail`)
  const before = await mails()
  await shop.it.kernel.db.run(sql`delete from rate_limit`)
  const message = { name: 'x'.repeat(120), email: 'x@y.test', subject: 'x', message: 'x'.repeat(5_000) }
  expect((await shop.guest.post('/api/contact', message)).status).toBe(201)
  expect(await mails()).toEqual(before)
  for (const more of [{ name: 'x'.repeat(121) }, { message: 'x'.repeat(5_001) }, { name: ' ' }, { email: 'x' }])
    expect(Object.keys((await shop.guest.post('/api/contact', { ...message, ...more })).body.messages)).toEqual(Object.keys(more))
})
