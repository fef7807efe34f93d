import { describe, expect, test } from 'vitest'
import { readAssets } from '../server/assets.ts'
import { bringTea, built, site } from './site-kit.tsx'

/** The HTTP behaviour of the store: headers of responses, whom a page is for, and how long it is cached. */
bringTea()

const getNonce = (policy: unknown) => /'nonce-([^']+)'/.exec(String(policy))?.[1]

describe('a page response', () => {
  test('is private, must be revalidated, and has a nonce of its own', async () => {
    const { get } = await site({
      sources: ({ path, local }) => ({ 'img-src': [`https://${local ? 'local' : path === '/tea/one' ? 'tea' : 'other'}.test`] }),
    })
    const [one, two] = [await get('/tea/one'), await get('/tea/one')]
    expect(one).toMatchObject({
      status: 200,
      headers: { 'cache-control': 'private, no-cache', vary: 'Cookie, Accept-Language', 'content-type': 'text/html; charset=utf-8' },
    })
    const nonces = [one, two].map((page) => getNonce(page.headers['content-security-policy']))
    expect(new Set(nonces).size).toBe(2)
    for (const [i, { body }] of [one, two].entries())
      expect(new Set([...body.matchAll(/nonce="([^"]*)"/g)].map(([, nonce]) => nonce))).toEqual(new Set([nonces[i]]))
    expect(one.headers.etag).toBe(two.headers.etag)
    expect(one.headers['content-security-policy']).toContain(`img-src 'self' data: https://tea.test`)
    for (const [host, source] of [
      ['shop.test', 'tea'],
      ['localhost:3000', 'local'],
    ] as const) {
      const { headers } = await get('/zh-HK/tea/one?page=2', { host })
      expect(headers['content-security-policy']).toContain(`https://${source}.test`)
    }
  })

  test('is not sent again on a matching ETag, and neither is its content security policy', async () => {
    const { get, clear } = await site()
    const [etag, missingEtag] = [String((await get('/tea/one')).headers.etag), String((await get('/tea/gone')).headers.etag)]
    const again = await get('/tea/one', { 'if-none-match': etag })
    expect([again.status, again.body, again.headers.etag]).toEqual([304, '', etag])
    expect(again.headers).not.toHaveProperty('content-security-policy')
    clear()
    expect(await get('/tea/one', { 'if-none-match': etag })).toMatchObject({ status: 200, drawn: '2' })
    // Rendered again, with the same result.
    expect((await get('/tea/gone', { 'if-none-match': missingEtag })).status).toBe(304)
  })

  test('is cached only for host names the shop knows, not for any requested one', async () => {
    const { get } = await site({ origin: undefined as never })
    const drawn = async (host: string) => (await get('/tea/one', { host })).drawn
    expect([await drawn('localhost:3000'), await drawn('localhost:3000')]).toEqual(['1', '1'])
    expect([await drawn('evil.test'), await drawn('evil.test'), await drawn('localhost:3000')]).toEqual(['2', '3', '1'])
    const testSite = await site()
    expect([
      (await testSite.get('/tea/one', { host: 'a.test' })).drawn,
      (await testSite.get('/tea/one', { host: 'b.test' })).drawn,
    ]).toEqual(['1', '1'])
    expect((await testSite.get('/tea/one', { host: 'evil.test' })).body).not.toContain('evil.test')
  })

  test('that redirects has no body and no ETag', async () => {
    const { get } = await site()
    const moved = await get('/zh-HK/tea/moved')
    expect([moved.status, moved.headers.location, moved.body]).toEqual([301, '/zh-HK/tea/one', ''])
    expect(moved.headers).not.toHaveProperty('etag')
  })

  test('gives its script the routes and slots in order, and no others', async () => {
    const { bootstrap } = (await (await site()).get('/tea/one')).state ?? {}
    expect(bootstrap).toEqual({
      routes: [expect.objectContaining({ path: '/' }), { path: '/tea/$url', screen: 'site/tea' }],
      slots: [
        { at: 'tea.below', screen: 'site/first' },
        { at: 'tea.below', screen: 'site/last' },
      ],
      origin: 'https://shop.test',
      signedIn: false,
      staff: false,
    })
  })

  test('makes internal requests as the visitor, with their IP address', async () => {
    const { get, asked } = await site({ origin: 'https://tea.test' })
    await get('/tea/one', { 'x-forwarded-for': '203.0.113.7' })
    expect(asked.map(({ url, ...rest }) => [url.split('?')[0], rest])).toEqual([
      ['/api/settings', { agent: 'Browser', host: 'tea.test', ip: '203.0.113.7', cookie: undefined }],
      ['/api/tea', { agent: 'Browser', host: 'tea.test', ip: '203.0.113.7', cookie: undefined }],
    ])
  })
})

describe('a page is rendered once', () => {
  test.each([
    ['for all who know nothing of each other', '/tea/one', {}, '/tea/one', { cookie: 'cart=1; session=over' }, '1'],
    ['for each page of a list', '/tea/one?page=2', {}, '/tea/one?page=3', {}, '2'],
    ['for each language', '/tea/one', {}, '/tea/one', { cookie: 'language=zh-HK' }, '2'],
    ['for each currency', '/tea/one', {}, '/tea/one', { cookie: 'currency=USD' }, '2'],
    ['for whoever names no currency', '/tea/one', {}, '/tea/one', { cookie: 'currency=usd; language=klingon' }, '1'],
    ['for each query that may be any', '/tea/one?utm=x', {}, '/tea/one?utm=x', {}, '2'],
    ['for each visit of who is signed in', '/tea/one', { cookie: 'session=alive' }, '/tea/one', { cookie: 'session=alive' }, '2'],
    ['for each visit of staff', '/tea/one', { cookie: 'stoa_admin=x' }, '/tea/one', { cookie: 'stoa_admin=x' }, '2'],
  ])('%s', async (_, first, as, second, then, drawn) => {
    const { get } = await site()
    expect((await get(first, as)).drawn).toBe('1')
    expect((await get(second, then)).drawn).toBe(drawn)
  })

  test('for all URLs that differ in query parameters it does not read', async () => {
    const { get } = await site()
    // The parameters that a page reads are known only after its first rendering.
    expect((await get('/tea/one?utm_source=letter')).drawn).toBe('1')
    for (const query of ['', '?utm_source=letter', '?drawn=1', '?page=7']) expect((await get(`/tea/one${query}`)).drawn, query).toBe('2')
    expect((await get('/tea/one?preview=1')).drawn).toBe('3')
    expect((await get('/tea/one?preview=1')).drawn).toBe('4')
  })

  test('for each host of a shop without a configured URL', async () => {
    const { get } = await site({ origin: undefined as never })
    expect((await get('/tea/one')).state?.bootstrap.origin).toBe('http://shop.test')
    const other = await get('/tea/one', { host: 'other.test' })
    expect([other.drawn, other.state?.bootstrap.origin]).toEqual(['2', 'http://other.test'])
  })

  test('until something it shows changes', async () => {
    const { get, clear, asked } = await site()
    await get('/tea/one')
    clear()
    expect((await get('/tea/one')).drawn).toBe('2')
    // The data of the frame is requested again too.
    expect(asked.filter(({ url }) => url.startsWith('/api/settings'))).toHaveLength(2)
  })

  test("without the first visitor's cookies, but with those of a signed-in visitor", async () => {
    const { get, asked } = await site()
    await get('/tea/one', { cookie: 'session=over; cart=1' })
    expect(asked.map(({ cookie }) => cookie)).toEqual([undefined, undefined])
    asked.length = 0
    const { state } = await get('/tea/one', { cookie: 'session=alive' })
    expect(asked.map(({ cookie }) => cookie)).toEqual(['session=alive', 'session=alive'])
    expect(state?.bootstrap).toMatchObject({ signedIn: true, staff: false })
    expect((await get('/tea/one', { cookie: 'stoa_admin=x' })).state?.bootstrap).toMatchObject({ signedIn: false, staff: true })
  })

  test('also for a missing URL, with status 404', async () => {
    const { get } = await site()
    expect((await get('/tea/gone')).status).toBe(404)
    expect((await get('/nobody/there')).status).toBe(404)
  })
})

describe('the language of a first visit', () => {
  const negotiateLanguage = (acceptLanguage: string | undefined) => (acceptLanguage?.includes('zh') ? ('zh-HK' as const) : undefined)
  const toLanguageCookie = (language: string) => `language=${language}; Path=/; Max-Age=31536000; SameSite=Lax`

  test.each([
    ['that the browser asks for', '/tea/one', { 'accept-language': 'zh' }, 'zh-HK', toLanguageCookie('zh-HK')],
    ['that nothing tells', '/tea/one', { 'accept-language': 'fr' }, 'en-US', undefined],
    ['that was chosen before', '/tea/one', { 'accept-language': 'zh', cookie: 'language=zh-CN' }, 'zh-CN', undefined],
    [
      'that was written there by others',
      '/tea/one',
      { 'accept-language': 'zh', cookie: 'language=xx' },
      'zh-HK',
      toLanguageCookie('zh-HK'),
    ],
    ['that the address says', '/zh-CN/tea/one', { 'accept-language': 'zh' }, 'zh-CN', toLanguageCookie('zh-CN')],
    [
      'of a crawler, which reads what the canonical link says',
      '/tea/one',
      { 'accept-language': 'zh', 'user-agent': 'Googlebot' },
      'en-US',
      undefined,
    ],
    ['within a page of others, where nobody chose one', '/zh-CN/tea/one', { 'sec-fetch-dest': 'iframe' }, 'zh-CN', undefined],
  ])('is the one %s', async (_, url, headers, language, cookie) => {
    const page = await (await site({ spoken: negotiateLanguage })).get(url, headers as unknown as Record<string, string>)
    expect([page.language, page.cookie]).toEqual([language, cookie])
  })
})

describe('URLs outside the store', () => {
  test.each([
    '/api/none',
    '/admin',
    '/admin/x',
    '/files/x',
    '/health',
    '/metrics?x',
    '/favicon.ico',
    '/assets/none.js',
    '/sitemap.xml',
    '/sitemap/none',
  ])('are not rendered: %s', async (url) => {
    const page = await (await site()).get(url)
    expect([page.status, page.state]).toEqual([404, undefined])
  })

  test('are robots.txt and sitemaps, with the content of plugins', async () => {
    const { get } = await site()
    expect(await get('/robots.txt')).toMatchObject({
      status: 200,
      body: 'User-agent: *',
      headers: { 'cache-control': 'public, max-age=600' },
    })
    expect(await get('/sitemap/a%3Fb%2Fc')).toMatchObject({
      body: '<urlset/>',
      headers: { 'content-type': expect.stringContaining('application/xml') },
    })
  })

  test('are build assets, which are immutable', async () => {
    const file = await (await site()).get('/assets/tea.js')
    expect([file.body, file.headers['cache-control']]).toEqual(['tea()', 'public, max-age=31536000, immutable'])
  })

  test('redirect forms and links without scripts, and are not cached', async () => {
    const { get } = await site()
    const chosen = await get('/tea/one?currency=USD&page=2')
    expect([chosen.status, chosen.headers.location, chosen.cookie, chosen.headers['cache-control']]).toEqual([
      302,
      '/tea/one?page=2',
      'currency=USD; Path=/; Max-Age=31536000; SameSite=Lax',
      'no-store',
    ])
    const looked = await get('/search?keyword=green+tea')
    expect([looked.headers.location, looked.cookie]).toEqual(['/search/green%20tea', undefined])
  })
})

describe('a page that takes too long', () => {
  test('is left to the browser, except for crawlers and the first of a process, and is cached for the next', async () => {
    const { get, slow } = await site({ budget: 150 })
    slow.on = true
    const first = get('/tea/one')
    setTimeout(slow.end, 250)
    expect((await first).drawn).toBe('1')
    const crawled = get('/tea/three', { 'user-agent': 'Googlebot' })
    const late = await Promise.race([get('/tea/two'), crawled])
    expect([late.status, late.drawn, late.state?.drawn]).toEqual([200, undefined, false])
    expect(late.body).toContain('<div id="root"></div>')
    slow.end()
    expect((await crawled).drawn).toBeDefined()
    slow.on = false
    await expect.poll(async () => (await get('/tea/two')).drawn).toBeDefined()
  })

  test('or fails returns 503 and is logged, and later requests are rendered', async () => {
    const { get, told } = await site()
    const page = await get('/tea/broken')
    expect([page.status, page.state?.drawn]).toEqual([503, false])
    expect(told).toEqual([
      expect.objectContaining({ msg: 'store page not drawn', err: expect.objectContaining({ message: 'a fault of ours' }) }),
    ])
    expect((await get('/tea/one')).drawn).toBe('1')
  })
})

describe('the assets of the client build', () => {
  test('are separated: entry, its imports, and those of a screen or a language', () => {
    expect(readAssets(`${built()}/client`)).toEqual({
      scripts: ['/assets/entry.js'],
      imported: ['/assets/react.js'],
      styles: ['/assets/entry.css', '/assets/tea.css'],
      preload: { 'site/tea': ['/assets/tea.js', '/assets/shared.js'], 'zh-HK': ['/assets/zh-HK.js'] },
    })
  })

  test('that are missing are reported by name', () => {
    expect(() => readAssets('/nowhere')).toThrow('The store is not built: /nowhere/.vite/manifest.json is missing')
    expect(() => readAssets(`${built({})}/client`)).toThrow("The store's build has no entry-client.tsx")
  })
})
