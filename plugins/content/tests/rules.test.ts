import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isMenuLink, isTarget, linkTarget } from '../domain/addresses.ts'
import { colourContrast } from '../domain/contrast.ts'
import { elementKinds } from '../domain/element-kinds.ts'
import { isReserved } from '../domain/reserved.ts'
import { isBot } from '../services/attribution.ts'
import { cleanElements } from '../services/elements.ts'
import { scopeCss } from '../services/scope-css.ts'
import { getPlain } from '../services/texts.ts'

/** Content rules, as pure functions. */
const page = (content: unknown, more: object = {}) => cleanElements({ root: {}, content, zones: {}, ...more })
const saveElement = async (type: string, props: object) => (await page([{ type, props }])).content[0]?.props as Record<string, any>
const fault = (made: Promise<unknown>) =>
  made.then(
    () => undefined,
    (error: { messages: Record<string, unknown> }) => Object.keys(error.messages),
  )

test.each([
  ['/tea', true],
  ['/', true],
  ['/a?b=c#d', true],
  ['https://other.test/x', true],
  ['HTTP://other.test', true],
  ['//evil.test', false],
  ['/\\evil.test', false],
  ['/a b', false],
  ['/a\\b', false],
  ['javascript:alert(1)', false],
  ['data:text/html,x', false],
  ['mailto:x@y.test', false],
  ['tea', false],
  ['', false],
  [' /tea', false],
])('%j is allowed as a button link: %s', (url, may) => {
  expect(isTarget(url)).toBe(may)
})

test.each([
  ['{host}', true, '/'],
  ['{host}/', true, '/'],
  ['{host}/tea', true, '/tea'],
  ['{host}//evil.test', false, undefined],
  ['{host}.evil.test', false, undefined],
  ['{host}@evil.test', false, undefined],
  ['{host}/a b', false, undefined],
  ['https://other.test/', true, 'https://other.test/'],
  ['ftp://other.test/', false, undefined],
  ['/tea', false, undefined],
])('%j is allowed as a menu link: %s', (url, may, leads) => {
  expect(isMenuLink(url)).toBe(may)
  if (leads) expect(linkTarget(url)).toBe(leads)
})

test('reserved URLs are taken in any spelling, and URLs that only start like one are free', () => {
  for (const reserved of ['admin', 'API', 'Checkout', 'zh-HK', 'sitemap.xml']) expect(isReserved(reserved), reserved).toBe(true)
  for (const free of ['administration', 'tea', 'api-of-tea', '']) expect(isReserved(free), free).toBe(false)
})

test('the contrast ratio follows WCAG, is symmetric, and does not exist for an invalid color', () => {
  expect(colourContrast('#000', '#ffffff')).toBeCloseTo(21, 5)
  expect(colourContrast('#777777', '#fff')).toBeCloseTo(4.48, 2)
  const hex = fc.stringMatching(/^#[0-9a-f]{6}$/)
  fc.assert(
    fc.property(hex, hex, (a, b) => {
      const ratio = colourContrast(a, b)
      expect(ratio).toBeGreaterThanOrEqual(1)
      expect(ratio).toBeLessThanOrEqual(21.001)
      expect(colourContrast(b, a)).toBe(ratio)
      expect(colourContrast(a.toUpperCase(), b)).toBe(ratio)
    }),
  )
  for (const wrong of ['red', '#12', '#12345', 'url(x)', '', '#gggggg']) expect(colourContrast(wrong, '#fff'), wrong).toBeNaN()
})

test('an element keeps its own properties alone, each within its bounds', async () => {
  expect(await saveElement('product_list', { limit: 13, source: 'stolen', products: [1, '2', -3, 0, 4.5, 6], evil: 'x' })).toEqual({
    id: 'product_list-1',
    title: '',
    source: 'new',
    category: '',
    products: [1, 6],
    limit: 12,
  })
  for (const [input, expected] of [
    [0, 1],
    [-5, 1],
    [12, 12],
    ['7', 7],
    [2.5, 3],
    ['', 4],
    [null, 4],
    ['x', 4],
    [Infinity, 4],
  ])
    expect((await saveElement('product_list', { limit: input })).limit, String(input)).toBe(expected)
  expect((await saveElement('hero', { title: 'x'.repeat(501) })).title).toHaveLength(500)
  expect((await saveElement('hero', { title: { evil: true } })).title).toBe('')
  expect((await saveElement('hero', { id: '"><script>' })).id).toBe('script')
  expect((await saveElement('countdown', { until: '2026-11-27T08:00+08:00' })).until).toBe('2026-11-27T00:00:00.000Z')
  expect((await saveElement('countdown', { until: 'tomorrow' })).until).toBe('')
})

test('an invalid value is rejected with its position', async () => {
  expect(await fault(page([{ type: 'hero', props: { url: 'javascript:x' } }]))).toEqual(['elements.content.0.url'])
  expect(await fault(page([{ type: 'text' }, { type: 'image', props: { image: '../../etc/passwd' } }]))).toEqual([
    'elements.content.1.image',
  ])
  expect(await fault(page([{ type: 'logos', props: { items: [{}, { url: '//evil.test' }] } }]))).toEqual(['elements.content.0.items.1.url'])
  expect(await fault(page([{ type: 'columns', props: { column_1: [{ type: 'none' }] } }]))).toEqual(['elements.content.0.column_1.0'])
  for (const type of ['constructor', '__proto__', 'toString', '', null]) expect(await fault(page([{ type }])), String(type)).toHaveLength(1)
  for (const whole of [null, 'x', 7, []]) expect(await fault(cleanElements(whole)), String(whole)).toEqual(['elements'])
  expect(await fault(page('x'))).toEqual(['elements.content'])
})

test('a page holds at most three hundred elements, wherever they are, and five levels of columns', async () => {
  const spacers = (n: number) => Array.from({ length: n }, () => ({ type: 'spacer' }))
  expect((await page(spacers(300))).content).toHaveLength(300)
  expect(await fault(page(spacers(301)))).toEqual(['elements.content'])
  expect(await fault(page(spacers(299), { zones: { 'a:b': spacers(2) } }))).toHaveLength(1)
  const nested = (depth: number): object => ({ type: 'columns', props: { column_0: depth > 0 ? [nested(depth - 1)] : [] } })
  expect((await page([nested(4)])).content).toHaveLength(1)
  expect(await fault(page([nested(6)]))).toHaveLength(1)
  const { items } = await saveElement('faq', { items: Array.from({ length: 51 }, (_, i) => ({ question: `${i}` })) })
  expect(items).toHaveLength(50)
})

test('a zone with an invalid name is dropped, and element ids are unique', async () => {
  const { zones, content } = await page([{ type: 'spacer' }, { type: 'spacer' }], {
    zones: { 'root:footer': [{ type: 'spacer' }], 'no colon': [{ type: 'spacer' }], 'a:b:c': [] },
  })
  expect(Object.keys(zones)).toEqual(['root:footer'])
  expect(new Set([...content, ...(zones['root:footer'] ?? [])].map(({ props }) => props.id)).size).toBe(3)
})

test('sanitizing is idempotent for any input', async () => {
  const value = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), fc.array(fc.integer({ min: 1, max: 9 })))
  const types = Object.keys(elementKinds).filter((type) => type !== 'columns')
  const element = fc.constantFrom(...types).chain((type) =>
    fc.record({
      type: fc.constant(type),
      props: fc.record(Object.fromEntries(Object.keys(elementKinds[type] ?? {}).map((name) => [name, value]))),
    }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(element, { maxLength: 4 }), async (content) => {
      const first = await page(content).catch(() => undefined)
      if (first) expect(await cleanElements(first)).toEqual(first)
    }),
  )
})

test.each([
  ['body + footer { top: 0 }'],
  ['body:not(.x) + footer { top: 0 }'],
  ['html.a ~ footer { top: 0 }'],
  [':root:has(a > b) ~ footer { top: 0 }'],
  ['body { + footer { top: 0 } }'],
  ['body { & + footer { top: 0 } }'],
  ['body { &:not(.x) ~ footer { top: 0 } }'],
  ['body { @media (width > 1px) { ~ footer { top: 0 } } }'],
  ['body { &.x { & + footer { top: 0 } } }'],
  ['p { footer:not(&) { top: 0 } }'],
  ['p { body:has(&) footer { top: 0 } }'],
  ['p { @media print { :root:has(&) footer { top: 0 } } }'],
])('scoped CSS cannot select elements outside its content: %s', async (css) => {
  expect(await scopeCss(css, '.s')).not.toContain('footer')
})

test('nested rules and adjacent selectors inside the content are preserved', async () => {
  for (const [css, expected] of [
    ['p { & + p { top: 0 } }', '.s p { & + p { top: 0 } }'],
    ['p { + p { top: 0 } }', '.s p { + p { top: 0 } }'],
    ['p { b { top: 0 } &:hover { top: 0 } }', '.s p { b { top: 0 } &:hover { top: 0 } }'],
    ['body { p + p { top: 0 } }', '.s { p + p { top: 0 } }'],
    ['body > p + p { top: 0 }', '.s > p + p { top: 0 }'],
    ['body p:not(a + b) ~ i { top: 0 }', '.s p:not(a + b) ~ i { top: 0 }'],
    ['bodyguard, html5 { top: 0 }', '.s bodyguard, .s html5 { top: 0 }'],
    ['p { @font-face { top: 0 } color: red }', '.s p { color: red }'],
  ] as const)
    expect(await scopeCss(css, '.s'), css).toBe(expected)
})

test('the plain text of rich text has no markup, decoded entities and single spaces', () => {
  expect(getPlain('<p>A&nbsp;<b>b</b></p><p>c &lt; d &amp;amp; &quot;e&quot; &#39;f&#39;</p>')).toBe(`A b c < d &amp; "e" 'f'`)
  expect(getPlain('')).toBe('')
})

test('a bot is recognized by its user agent, or by an empty one', () => {
  for (const agent of ['Googlebot/2.1', 'curl/8', 'python-requests/2', 'HeadlessChrome', '', undefined, 'WhatsApp/2'])
    expect(isBot(agent), agent).toBe(true)
  for (const agent of ['Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0', 'Mozilla/5.0 (iPhone) Safari/604.1'])
    expect(isBot(agent), agent).toBe(false)
})
