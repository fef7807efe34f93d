import { beforeAll, expect, test } from 'vitest'
import { suite } from 'stoa/testing'
import { addFiles } from '../../../tests/support/files.ts'
import { writing } from './content-fixture.ts'

/** Texts are served in the reader's language, with the main language as fallback. */
const shop = suite(['content', 'catalogue'])
const { made, refused, fetchAsGuest } = writing(shop)
beforeAll(() => addFiles(shop.it.kernel.db, ['img/en.png', 'img/m-en.png', 'img/m-hk.png', 'img/a.png']))
const both = (word: string) => ({ 'en-US': `${word} en`, 'zh-HK': `${word} 繁` })
const rich = (word: string) => ({ 'en-US': `<p>${word} en</p>`, 'zh-HK': `<p>${word} 繁</p>` })

/** The language endings of the named texts of a response, in each of the three languages. */
async function endings(read: (language: string) => Promise<any>, names: string[]): Promise<string[][]> {
  const out: string[][] = []
  for (const language of ['en-US', 'zh-HK', 'zh-CN']) {
    const answer = await read(language)
    out.push([...new Set(names.map((name) => /(en|繁)(<\/p>)?$/.exec(String(answer[name]))?.[1] ?? `${name}: ${String(answer[name])}`))])
  }
  return out
}
// There are no Simplified Chinese texts.
const asWritten = [['en'], ['繁'], ['en']]

test.each([
  [
    'page',
    { title: both('t'), short_description: rich('s'), content: rich('c'), meta_title: both('m'), meta_description: both('d'), url: 'said' },
    ['title', 'short_description', 'content', 'meta_title', 'meta_description'],
  ],
  [
    'article',
    {
      title: both('t'),
      short_description: rich('s'),
      content: rich('c'),
      meta_title: both('m'),
      meta_short_description: both('d'),
      url: 'said',
    },
    ['title', 'short_description', 'summary', 'content', 'meta_title', 'meta_short_description'],
  ],
  [
    'blog_category',
    { title: both('t'), short_description: rich('s'), meta_title: both('m'), meta_short_description: both('d'), url: 'said', order: 1 },
    ['title', 'short_description', 'meta_title', 'meta_short_description'],
  ],
  [
    'menu',
    {
      title: both('t'),
      short_description: rich('s'),
      meta_title: both('m'),
      meta_description: both('d'),
      type: 'category',
      url: 'said',
      enabled: true,
    },
    ['title', 'short_description', 'meta_title', 'meta_description'],
  ],
])('a %s is shown in the requested language', async (resource, input, names) => {
  await made(resource, input)
  expect(await endings((language) => fetchAsGuest(resource, { url: 'said', language }), names)).toEqual(asWritten)
})

test('blocks, slides, links to pages and announcements are cached separately for each language', async () => {
  await made('block', { title: both('t'), content: rich('c'), identifier: 'said' })
  const slide = { title: both('t'), subtitle: both('s'), button: both('b'), url: { 'en-US': '/a-en', 'zh-HK': '/a-繁' }, position: 'said' }
  await made('slider', { ...slide, image: { 'en-US': 'img/en.png' }, image_mobile: { 'en-US': 'img/m-en.png', 'zh-HK': 'img/m-hk.png' } })
  const { id } = await made('announcement', { title: both('t'), content: rich('c') })
  await shop.owner.post(`/api/admin/announcement/${id}/publish`)
  const get = async (path: string, language: string) => (await shop.guest.get(`/api/${path}language=${language}`)).body
  // Read twice: the second response comes from the cache.
  for (const time of ['first', 'again']) {
    const texts = ['title', 'content']
    expect(await endings((language) => fetchAsGuest('block', { identifier: 'said', language }), texts), time).toEqual(asWritten)
    const slides = async (language: string) => (await get('slider?position=said&', language))[0]
    expect(await endings(slides, ['title', 'subtitle', 'button', 'url']), time).toEqual(asWritten)
    expect((await Promise.all(['en-US', 'zh-HK', 'zh-CN'].map(slides))).map((slide) => slide.image_mobile)).toEqual([
      'img/m-en.png',
      'img/m-hk.png',
      'img/m-en.png',
    ])
    expect(await endings(async (language) => (await get('announcement?', language))[0], texts), time).toEqual(asWritten)
    expect(await endings(async (language) => (await get('page?', language))[0], ['title']), time).toEqual(asWritten)
  }
})

test('the URL of a slide is validated in every language', async () => {
  const slide = (url: object) => ({ title: 'x', image: 'img/a.png', url })
  expect(await refused('slider', slide({ 'en-US': '/fine', 'zh-CN': 'javascript:alert(1)' }))).toHaveProperty('url')
  expect(await refused('slider', slide({ 'zh-HK': '//evil.test' }))).toHaveProperty('url')
  const created = await made('slider', { ...slide({ 'en-US': '/fine', 'zh-HK': '' }), position: 'fine' })
  expect(created.url).toBe('/fine')
})

test("an article lists its categories and related articles in the reader's language", async () => {
  const category = await made('blog_category', { title: both('News'), url: 'news', order: 2 })
  const article = (url: string) => made('article', { title: both(url), url, content: '<p>x</p>', categories: [category.id] })
  await article('one')
  await article('two')
  expect(await fetchAsGuest('article', { url: 'one', language: 'zh-HK' })).toMatchObject({
    categories: [{ title: 'News 繁' }],
    related: [{ title: 'two 繁' }],
  })
  expect(
    (await fetchAsGuest('blog_category', { url: 'news', language: 'zh-HK' })).categories.map((category: any) => category.title),
  ).toEqual(['t 繁', 'News 繁'])
})

test('a hidden blog category is not found and not listed on its articles, whose other categories stay', async () => {
  const visibleCategory = await made('blog_category', { title: 'Shown', url: 'shown', order: 3 })
  const hidden = await made('blog_category', { title: 'Hidden', url: 'hidden', order: 4, visibled: false })
  await made('article', { title: 'Both', url: 'both', content: '<p>x</p>', categories: [hidden.id, visibleCategory.id] })
  expect((await shop.guest.post('/api/blog_category', { url: 'hidden' })).status).toBe(404)
  expect((await fetchAsGuest('article', { url: 'both' })).categories).toEqual([{ title: 'Shown', url: 'shown' }])
  expect(await fetchAsGuest('widget', { type: 'articles_by_category', data: { url: 'hidden' } })).toEqual([])
  expect(await fetchAsGuest('widget', { type: 'articles_by_category', data: { category: 'shown' } })).toMatchObject([{ title: 'Both' }])
})

test('an article lists its categories in its own order, and the blog in the order of the categories', async () => {
  const order = ['late', 'early'] as const
  const [late, early] = [
    await made('blog_category', { title: order[0], url: order[0], order: 20 }),
    await made('blog_category', { title: order[1], url: order[1], order: 10 }),
  ]
  await made('article', { title: 'x', url: 'ordered', content: '<p>x</p>', categories: [late.id, early.id] })
  const titles = (list: { title: string }[]) => list.map(({ title }) => title).filter((title) => order.includes(title as never))
  expect(titles((await fetchAsGuest('article', { url: 'ordered' })).categories)).toEqual(['late', 'early'])
  expect(titles((await fetchAsGuest('blog_category', { url: 'late' })).categories)).toEqual(['early', 'late'])
})

test('a text in one language only is shown to all readers, and one without any is empty', async () => {
  await made('page', { title: { 'zh-HK': '標題', 'en-US': 'Title' }, content: { 'zh-HK': '<p>只有</p>' }, url: 'half' })
  for (const [language, title] of [
    ['en-US', 'Title'],
    ['zh-HK', '標題'],
    ['zh-CN', 'Title'],
  ])
    expect(await fetchAsGuest('page', { url: 'half', language })).toMatchObject({
      title,
      content: '<p>只有</p>',
      short_description: '',
      meta_title: '',
    })
})

test('a new main language becomes the fallback at once, also for cached content', async () => {
  await made('block', { title: both('t'), identifier: 'main_changed' })
  const title = async () => (await fetchAsGuest('block', { identifier: 'main_changed', language: 'zh-CN' })).title
  expect(await title()).toBe('t en')
  expect((await shop.owner.put('/api/admin/settings/basic', { main_language: 'zh-HK' })).status).toBe(200)
  try {
    await expect.poll(title).toBe('t 繁')
  } finally {
    await shop.owner.put('/api/admin/settings/basic', { main_language: 'en-US' })
  }
})
