import { describe, expect, test } from 'vitest'
import { sql } from 'stoa'
import { suite } from 'stoa/testing'
import { writing } from './content-fixture.ts'

/** Redirects: old URLs lead to the new ones, used URLs are rejected, and there are no loops. */
const shop = suite(['content', 'catalogue'])
const { made, refused, change } = writing(shop)
const where = async (path: string) => (await shop.guest.get(`/api/redirect?path=${encodeURIComponent(path)}`)).body.target
const html = '<p>x</p>'

describe('changing a URL', () => {
  test.each([
    ['article', '/blog/article/', { title: 'x', content: html }],
    ['blog_category', '/blog/category/', { title: 'x', order: 1 }],
    ['landing_page', '/landing-page/', { published_at: '2026-01-01T00:00:00Z' }],
    ['brand', '/brand/', { title: 'x' }],
  ])('redirects where the shop shows a %s', async (resource, prefix, input) => {
    const { id } = await made(resource, { ...input, url: 'old-place' })
    await change(resource, id, { url: 'new-place' })
    expect(await where(`${prefix}old-place`)).toBe(`${prefix}new-place`)
    expect(await where('/old-place')).toBeUndefined()
  })

  test('updates the menu entries of its type, and leaves those of other types and typed links alone', async () => {
    const page = await made('page', { title: 'x', url: 'shared' })
    await made('article', { title: 'x', url: 'shared', content: html })
    const entry = await made('menu', { title: 'x', type: 'page', url: 'shared' })
    const others = [
      await made('menu', { title: 'x', type: 'article', url: 'shared' }),
      await made('menu', { title: 'x', type: 'category', url: 'shared' }),
      await made('menu', { title: 'x', type: 'link', url: '{host}/shared' }),
    ]
    const read = async (id: number) => (await shop.owner.get(`/api/admin/menu/${id}`)).body
    await change('page', page.id, { url: 'shared-no-more' })
    expect(await read(entry.id)).toMatchObject({ url: 'shared-no-more', version: entry.version + 1 })
    for (const other of others) expect(await read(other.id)).toMatchObject({ url: other.url, version: other.version })
    // The cached navigation is refreshed.
    expect((await shop.guest.get('/api/menu')).body.map((line: any) => line.to)).toContain('/shared-no-more')
  })

  test('creates no redirect while the change is rejected', async () => {
    const page = await made('page', { title: 'x', url: 'stays' })
    await made('page', { title: 'x', url: 'taken' })
    expect((await change('page', page.id, { url: 'taken' })).status).toBe(422)
    expect((await change('page', page.id, { url: 'Checkout' })).body.messages).toHaveProperty('url')
    expect((await change('page', page.id, { url: 'moved-on', version: page.version + 5 })).status).toBe(409)
    expect(await where('/stays')).toBeUndefined()
    expect((await shop.guest.post('/api/page', { url: 'stays' })).status).toBe(200)
  })

  test('is the only change of a row that creates a redirect', async () => {
    const before = await shop.it.kernel.db.one(sql`select count(*) from redirect`)
    const page = await made('page', { title: 'x', url: 'quiet' })
    await change('page', page.id, { title: 'y', enabled: false })
    expect(await shop.it.kernel.db.one(sql`select count(*) from redirect`)).toEqual(before)
  })

  test('creates redirects for many rows at once as for one', async () => {
    const rows = [await made('page', { title: 'x', url: 'many-1' }), await made('page', { title: 'x', url: 'many-2' })]
    await Promise.all(rows.map(({ id }, i) => change('page', id, { url: `many-new-${i + 1}` })))
    expect([await where('/many-1'), await where('/many-2')]).toEqual(['/many-new-1', '/many-new-2'])
  })

  test('redirects to the row that took over, once two rows have swapped URLs', async () => {
    const [a, b] = [await made('page', { title: 'A', url: 'seat-a' }), await made('page', { title: 'B', url: 'seat-b' })]
    await change('page', a.id, { url: 'seat-c' })
    await change('page', b.id, { url: 'seat-a' })
    await change('page', a.id, { url: 'seat-b' })
    expect([await where('/seat-a'), await where('/seat-b'), await where('/seat-c')]).toEqual([undefined, undefined, '/seat-b'])
    expect((await shop.guest.post('/api/page', { url: 'seat-a' })).body.title).toBe('B')
  })

  test('keeps redirects written by staff, and updates those whose target changes', async () => {
    const page = await made('page', { title: 'x', url: 'hub' })
    await made('redirect', { source: '/flyer', target: '/hub' })
    await made('redirect', { source: '/away', target: 'https://other.test/hub' })
    await change('page', page.id, { url: 'new-hub' })
    expect([await where('/flyer'), await where('/away')]).toEqual(['/new-hub', 'https://other.test/hub'])
  })
})

describe('a redirect', () => {
  test.each([
    ['no-slash', '/x'],
    ['/', '/x'],
    ['//other.test', '/x'],
    ['/a?b=c', '/x'],
    ['/a#b', '/x'],
    ['/a b', '/x'],
    ['', '/x'],
  ])('cannot start at %j', async (source, target) => {
    expect(Object.keys(await refused('redirect', { source, target }))).toEqual(['source'])
  })

  test('has a unique source, and source and target have maximum lengths', async () => {
    await made('redirect', { source: '/once', target: '/x' })
    expect(await refused('redirect', { source: '/once', target: '/y' })).toHaveProperty('source')
    const longest = `/${'a'.repeat(499)}`
    await made('redirect', { source: longest, target: `/${'b'.repeat(1_999)}` })
    expect(await where(longest)).toHaveLength(2_000)
    expect(await refused('redirect', { source: `${longest}a`, target: '/x' })).toHaveProperty('source')
    expect(await refused('redirect', { source: '/too-far', target: `/${'b'.repeat(2_000)}` })).toHaveProperty('target')
    expect((await shop.guest.get(`/api/redirect?path=${longest}a`)).status).toBe(422)
  })

  test('cannot be edited into a loop, at either end', async () => {
    const [a, b] = [await made('redirect', { source: '/r-1', target: '/r-2' }), await made('redirect', { source: '/r-3', target: '/r-1' })]
    for (const [id, input] of [
      [a.id, { target: '/r-1' }],
      [a.id, { target: '/r-3' }],
      [b.id, { source: '/r-2' }],
    ] as const)
      expect((await change('redirect', id, input)).body.messages, JSON.stringify(input)).toHaveProperty('target')
    expect([await where('/r-1'), await where('/r-3')]).toEqual(['/r-2', '/r-1'])
  })

  test('may lead into a chain that does not come back to it', async () => {
    await made('redirect', { source: '/long-1', target: '/long-2' })
    await made('redirect', { source: '/long-2', target: '/long-3' })
    await made('redirect', { source: '/long-0', target: '/long-1' })
    expect(await refused('redirect', { source: '/long-3', target: '/long-0' })).toHaveProperty('target')
    expect(await where('/long-0')).toBe('/long-1')
  })
})

test.each(['admin', 'API', 'Cart', 'zh-cn', 'landing-page', 'robots.txt', 'unsubscribe', 'wishlist'])(
  'no page can use the reserved URL %s',
  async (url) => {
    expect((await refused('page', { title: 'x', url })).url[0]).toContain(url)
    // The URL is free for an article, because articles have their own path prefix.
    if (/^[a-z-]+$/.test(url)) await made('article', { title: 'x', url, content: html })
  },
)

test('a copy of a landing page is named as a copy in the main language, and every copy has its own URL', async () => {
  const { id } = await made('landing_page', { name: 'Spring', url: 'spring', published_at: '2026-01-01T00:00:00Z' })
  const copies = []
  for (let i = 0; i < 3; i++) copies.push((await shop.owner.post(`/api/admin/landing_page/${id}/clone?language=zh-HK`)).body)
  expect(copies.map(({ name }) => name)).toEqual(Array.from({ length: 3 }, () => 'Spring (copy)'))
  expect(new Set(['spring', ...copies.map(({ url }) => url)]).size).toBe(4)
})
