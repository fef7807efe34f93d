import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shortcut } from '../server/address.ts'
import { createCache } from '../server/cache.ts'
import { shared } from '../server/transport.ts'
import { contentSecurityPolicy } from '../server/csp.ts'
import { escapeHtml, renderHead, safeJson } from '../src/head/render-head.ts'
import { createTranslate } from '../src/i18n/create.ts'
import { answered, CallFailed, createCall, failureTexts } from '../src/kit/call.ts'
import { readCookie } from '../src/kit/cookie.ts'
import { dateFormat } from '../src/kit/date-format.ts'
import { fileSize } from '../src/kit/file-size.ts'
import { createAttempts } from '../src/kit/form/attempt.ts'
import { keywordProblem } from '../src/kit/keyword.ts'
import { layoutScreens } from '../src/kit/layout-screens.ts'
import { LOCALES, splitLocale } from '../src/kit/locale.ts'
import { plainText } from '../src/kit/plain-text.ts'
import { themeCss } from '../src/kit/theme.ts'

/** Basic helpers of the store. */

test.each([
  ['a=1; b=2', 'b', '2'],
  ['a=1;b=x%20y', 'b', 'x y'],
  ['ab=1; b=2', 'b', '2'],
  ['b=; c=1', 'b', ''],
  ['b=a=b', 'b', 'a=b'],
  ['b=%E0%A4%A', 'b', undefined],
  ['B=1', 'b', undefined],
  ['b', 'b', undefined],
  ['', 'b', undefined],
  [undefined, 'b', undefined],
  ['b=1; b=2', 'b', '1'],
])('in the header %j the cookie %j is %j', (header, name, value) => {
  expect(readCookie(header, name)).toBe(value)
})

test.each([
  ['/search?keyword=tea', '/search/tea'],
  ['/zh-HK/search?keyword=%E8%8C%B6', '/zh-HK/search/%E8%8C%B6'],
  ['/search?keyword=what?', '/search/what%3F'],
  ['/search?keyword=a%2F..%2Fb', '/search/a%2F..%2Fb'],
  ['/search?keyword=%20', '/'],
  ['/search', '/'],
  ['/zh-HK/search?x=1', '/zh-HK/'],
  ['/product/tea?currency=USD', '/product/tea'],
  ['/product/tea?currency=USD&page=2&sort=name', '/product/tea?page=2&sort=name'],
  ['///evil.example?currency=USD', '/evil.example'],
  ['/\\evil.example?currency=USD', '/evil.example'],
  ['\\\\evil.example?currency=USD', '/evil.example'],
  ['/product/tea?currency=usd', undefined],
  ['/product/tea?currency=USDX', undefined],
  ['/product/tea', undefined],
  ['/searching?keyword=x', undefined],
])('%j redirects to %j', (url, to) => {
  expect(shortcut(url)?.to).toBe(to)
})

test('no redirect leads to another host, and no cookie contains more than a currency', () => {
  const sign = fc.constantFrom('/', '\\', '.', 'evil.test', '%2F', '@', ':', 'zh-HK', 'search', ' ', '?', '&', '#')
  fc.assert(
    fc.property(fc.array(sign, { maxLength: 8 }), fc.constantFrom('currency=USD', 'keyword=x', 'currency=USD;x'), (signs, query) => {
      const found = shortcut(`/${signs.join('')}?${query}`)
      if (!found) return
      expect(new URL(found.to, 'https://shop.test').host).toBe('shop.test')
      if (found.cookie) expect(found.cookie).toMatch(/^currency=[A-Z]{3}; Path=\/; Max-Age=\d+; SameSite=Lax$/)
    }),
  )
})

test('prefix and path of a split URL join to the original path', () => {
  fc.assert(
    fc.property(fc.constantFrom('', ...LOCALES, 'en', 'zh-hk'), fc.constantFrom('', '/tea', '/a/b?c=d', '/zh-HK'), (first, rest) => {
      const path = `${first ? `/${first}` : ''}${rest}` || '/'
      const found = splitLocale(path)
      expect(`${found.prefix}${found.path}`.replace(/\/$/, '')).toBe(path.replace(/\/$/, ''))
      expect(found.path.startsWith('/')).toBe(true)
      expect(found.locale !== undefined).toBe((LOCALES as readonly string[]).includes(path.split('/')[1] ?? ''))
    }),
  )
})

test('no value in a page can end its element or attribute', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.constantFrom('</script>', '<!--', '"><img>', '\u2028', `'`)), (text) => {
      expect(escapeHtml(text)).not.toMatch(/[<>"']|&(?!#\d+;)/)
      expect(safeJson({ text })).not.toMatch(/[<\u2028\u2029]/)
      expect(JSON.parse(safeJson({ text }))).toEqual({ text })
    }),
  )
  expect(
    renderHead([
      { name: 'title', attributes: {}, text: '</title><b>' },
      { name: 'meta', attributes: { content: '"><b>' } },
      { name: 'script', attributes: { type: 'application/ld+json' }, text: '{"a":"</script>"}' },
    ] as never),
  ).not.toMatch(/<b>|<\/script>"/)
})

test('the plain text of a rich text has no tags: inline text is joined, blocks are separated by a space', () => {
  expect(plainText('<p>A<b>b</b>c</p><p>d</p>')).toBe('Abc d')
  expect(plainText('x&amp;lt;&nbsp;&quot;y&quot;&#39;')).toBe(`x&lt; "y"'`)
  expect(plainText('a<br>b<img src="x" alt="c">d')).toBe('a b d')
  expect(plainText('<B>a</B> <strongest>b')).toBe('a b')
})

test('messages are found by key, with plurals, and placeholders are filled once', () => {
  const t = createTranslate('en-US', { a: { one: 'Hello {name}', n_one: '{count} thing', n_other: '{count} things', only_other: 'all' } })
  expect(t('a.one', { name: '{name} {x}' })).toBe('Hello {name} {x}')
  expect([t('a.n', { count: 1 }), t('a.n', { count: 0 }), t('a.n', { count: 2 }), t('a.n')]).toEqual([
    '1 thing',
    '0 things',
    '2 things',
    '{count} things',
  ])
  expect([t('a.only'), t('a.none'), t('a'), t('a.one'), t('a.one.more')]).toEqual(['all', 'a.none', 'a', 'Hello {name}', 'a.one.more'])
  expect(createTranslate('zh-HK', { n_other: '{count} 件' })('n', { count: 1 })).toBe('1 件')
  for (const inherited of ['constructor', 'toString', '__proto__', 'a.constructor']) expect(t(inherited)).toBe(inherited)
})

test('an attempt keeps its idempotency key while it is the same and not refused', () => {
  const { keyFor, refused } = createAttempts()
  const first = keyFor({ a: 1 })
  expect(first).toMatch(/^[0-9a-f]{32}$/)
  expect(keyFor({ a: 1 })).toBe(first)
  const other = keyFor({ a: 2 })
  expect(other).not.toBe(first)
  // An earlier input sent again after another one is a new attempt, with a new idempotency key.
  expect(keyFor({ a: 1 })).not.toBe(first)
  const before = keyFor({ a: 1 })
  refused()
  expect(keyFor({ a: 1 })).not.toBe(before)
})

test('a response with messages is an error whatever its status, and so is every error status', () => {
  const fails = (status: number, body: unknown) => {
    try {
      return answered(status, body)
    } catch (error) {
      return [(error as CallFailed).status, failureTexts(error)]
    }
  }
  expect(fails(200, { data: 1 })).toEqual({ data: 1 })
  expect(fails(200, { messages: { a: ['x'], b: ['y'] } })).toEqual([200, ['x', 'y']])
  expect(fails(422, { messages: ['x'] })).toEqual([422, ['x']])
  expect([fails(500, null), fails(404, 'gone'), fails(204, null)]).toEqual([[500, []], [404, []], null])
  expect(failureTexts(new TypeError('offline'))).toEqual([])
  expect(new CallFailed(503, []).message).toBe('HTTP 503')
})

test('a call is sent as JSON, with its query URL-encoded', async () => {
  const calls: unknown[] = []
  const call = createCall((path, init) => {
    calls.push([path, init.method, init.headers['content-type'], init.body])
    return Promise.resolve({ status: 200, json: () => Promise.reject(new Error('no body')) })
  })
  expect(await call.get('/a', { q: 'a&b 茶' })).toBeNull()
  await call.get('/a')
  await call.post('/a', { x: 1 }, { 'idempotency-key': 'k' })
  await call.remove('/a', undefined)
  expect(calls).toEqual([
    ['/a?q=a%26b+%E8%8C%B6', 'GET', undefined, undefined],
    ['/a', 'GET', undefined, undefined],
    ['/a', 'POST', 'application/json', '{"x":1}'],
    ['/a', 'DELETE', undefined, undefined],
  ])
})

test('responses are shared by identical requests for one origin, and by no others', async () => {
  let n = 0
  const api = shared(
    () => Promise.resolve({ status: 200, json: () => Promise.resolve(++n) }),
    createCache({ ttl: 5_000, most: 10 }),
    'https://a.test',
  )
  const ask = async (method: 'GET' | 'POST', path: string, body?: string) =>
    (await api(path, { method, headers: {}, ...(body === undefined ? {} : { body }) })).json()
  expect([
    await ask('GET', '/x'),
    await ask('GET', '/x'),
    await ask('POST', '/x', ''),
    await ask('POST', '/x', '1'),
    await ask('GET', '/x?y'),
  ]).toEqual([1, 1, 2, 3, 4])
})

const channel = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
const light = (hex: string) => {
  const [r = 0, g = 0, b = 0] = channel(hex).map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
const ratio = (a: string, b: string) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05)

test('text is readable in any colours a shop chooses', () => {
  const hex = fc.stringMatching(/^#[0-9a-f]{6}$/)
  fc.assert(
    fc.property(hex, hex, hex, (surface, accent, ink) => {
      const css = themeCss({ surface, accent, ink })
      const used = (name: string) => new RegExp(`${name}:(#[0-9a-f]{6})`).exec(css)?.[1] ?? ''
      expect(used('--surface')).toBe(surface)
      for (const name of ['--accent', '--ink']) expect(ratio(used(name), surface), `${name} of ${css}`).toBeGreaterThanOrEqual(4.5)
      expect(ratio(used('--accent-ink'), used('--accent')), css).toBeGreaterThanOrEqual(4.5)
      if (ratio(ink, surface) >= 4.5) expect(used('--ink')).toBe(ink)
    }),
    { numRuns: 500 },
  )
})

test('an invalid colour produces no style', () => {
  for (const wrong of ['red', 'url(x)', '#12', '#ffff', '#fff;}', '', '#gggggg']) expect(themeCss({ ink: wrong }), wrong).toBe('')
  expect(themeCss({ ink: '#000', evil: '#fff' })).toBe('@layer custom{:root{--ink:#000000}}')
})

test('a page without custom scripts loads nothing from other hosts except video players', () => {
  const policy = (hasOwnScripts: boolean, sources = {}): Record<string, string[]> =>
    Object.fromEntries(
      contentSecurityPolicy('n', { ownScripts: hasOwnScripts, sources })
        .split('; ')
        .map((line) => [line.split(' ')[0], line.split(' ').slice(1)]),
    )
  const strict = policy(false)
  for (const [directive, hosts] of Object.entries(strict))
    if (!['frame-src', 'form-action'].includes(directive))
      expect(
        hosts.filter((host) => /^https?:/.test(host)),
        directive,
      ).toEqual([])
  expect(strict['script-src']).not.toContain("'unsafe-inline'")
  expect([strict['object-src'], strict['frame-ancestors'], strict['base-uri']]).toEqual([["'none'"], ["'self'"], ["'self'"]])
  expect(policy(true)['connect-src']).toContain('https:')
  expect(policy(false, { 'script-src': ['https://a.test'] })['connect-src']).toEqual(["'self'"])
})

test('file sizes, date formats, words and parts of the frame', () => {
  expect([fileSize(0), fileSize(1), fileSize(12_345), fileSize(999_000), fileSize(1_000_000), fileSize(3_449_999)]).toEqual([
    '0 kB',
    '1 kB',
    '13 kB',
    '999 kB',
    '1.0 MB',
    '3.4 MB',
  ])
  const utc = { timeZone: 'UTC', dateStyle: 'medium' } as const
  expect(dateFormat('en-US', utc)).toBe(dateFormat('en-US', { ...utc }))
  expect(dateFormat('zh-HK', utc)).not.toBe(dateFormat('en-US', utc))
  expect(['Tea 2', '茶-a_b', 'thé', 'чай', 'A-B_C.9/7'].map(keywordProblem)).toEqual([null, null, null, null, null])
  expect([' ', 'a;b', '<b>', "men's"].map(keywordProblem)).toEqual([
    'shell.rule.required',
    'shell.rule.no_specific',
    'shell.rule.no_specific',
    'shell.rule.no_specific',
  ])
  expect(
    layoutScreens([
      { at: 'layout.top', screen: 'a' },
      { at: 'product', screen: 'b' },
      { at: 'layouts', screen: 'c' },
      { at: 'card.foot', screen: 'd' },
    ]),
  ).toEqual(['a', 'd'])
})
