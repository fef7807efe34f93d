import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, type TestApp, testApp } from '../../../tests/support/app.ts'
import { scopeCss } from '../services/scope-css.ts'

let it: TestApp
let owner: Client
beforeAll(async () => {
  it = await testApp(['content', 'catalogue'])
  owner = await it.staff('owner')
})
afterAll(() => it.close())

const allowed =
  /^(p|h[1-6]|ul|ol|li|blockquote|footer|pre|hr|br|img|figure|figcaption|table|thead|tbody|tr|t[hd]|div|span|b|strong|i|em|u|s|mark|code|sup|sub|a|iframe)$/
const player = /^https:\/\/(www\.youtube-nocookie\.com|player\.vimeo\.com)\//
const harmless = /^(https?:\/\/|mailto:|tel:|\/|#|x$|$)/

/** Returns the part of an HTML text that could run code in a shopper's browser; undefined when it is safe. */
function danger(html: string): string | undefined {
  const rest = html.replaceAll(/<\/?([a-z][a-z0-9]*)((?:\s+[a-z-]+(?:="[^"]*")?)*)\s*\/?>/gi, (tag, name: string, attributes: string) => {
    const named = [...attributes.matchAll(/\s+([a-z-]+)(?:="([^"]*)")?/gi)]
    const bad = named.some(
      ([, key = '', value = '']) =>
        key.startsWith('on') || key === 'style' || key === 'srcdoc' || (['href', 'src'].includes(key) && !harmless.test(value)),
    )
    const framed = name !== 'iframe' || tag.startsWith('</') || named.some(([, key, value = '']) => key === 'src' && player.test(value))
    return allowed.test(name) && framed && !bad ? '' : `<${tag}`
  })
  return rest.includes('<') ? rest.slice(rest.indexOf('<'), rest.indexOf('<') + 80) : undefined
}

const attacks = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="jav&#x09;ascript:alert(1)">x</a>',
  '<svg onload=alert(1)><script>alert(1)</script></svg>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<iframe src="https://evil.test"></iframe>',
  '<math><mi xlink:href="data:text/html,x">x</mi></math>',
  '<form action="https://evil.test"><input name=q></form>',
  '<img src="data:image/svg+xml,<svg onload=alert(1)>">',
  '<p style="background:url(javascript:alert(1))">x</p>',
  '<details ontoggle=alert(1) open>x</details>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
]
const rich = [
  ...attacks,
  ...attacks.flatMap((text) => [
    JSON.stringify({ blocks: [{ type: 'paragraph', data: { text } }] }),
    JSON.stringify({ blocks: [{ type: 'header', data: { text, level: '2><script>alert(1)</script' } }] }),
    JSON.stringify({ blocks: [{ type: 'quote', data: { text, caption: text } }] }),
    JSON.stringify({ blocks: [{ type: 'list', data: { style: text, items: [{ content: text, items: [text] }] } }] }),
    JSON.stringify({ blocks: [{ type: 'table', data: { content: [[text]], withHeadings: true } }] }),
    JSON.stringify({ blocks: [{ type: 'image', data: { file: { url: 'javascript:alert(1)' }, caption: text } }] }),
    JSON.stringify({ blocks: [{ type: 'image', data: { file: { url: `/files/x" onerror="alert(1)` }, caption: text } }] }),
    JSON.stringify({
      blocks: [{ type: 'embed', data: { source: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ', caption: `" onload="x` + text } }],
    }),
  ]),
]

const alive = (body: unknown) =>
  Object.entries(body as Record<string, unknown>)
    .filter((entry): entry is [string, string] => ['content', 'short_description'].includes(entry[0]) && typeof entry[1] === 'string')
    .map(([, html]) => danger(html))
    .find((found) => found !== undefined)

test('stored rich text cannot run scripts in a browser, in any content type', async () => {
  for (const [i, text] of rich.entries()) {
    const page = await owner.post('/api/admin/page', { title: 'x', url: `x${i}`, content: text, short_description: text })
    expect(page.status, `${text} ${JSON.stringify(page.body)}`).toBe(201)
    expect(alive((await it.guest.post('/api/page', { url: `x${i}` })).body), text).toBeUndefined()
  }
  const worst = JSON.stringify({ blocks: attacks.map((text) => ({ type: 'paragraph', data: { text } })) })
  await owner.post('/api/admin/block', { title: 'x', identifier: 'x', content: worst })
  await owner.post('/api/admin/blog_category', { title: 'x', url: 'x', order: 1, short_description: worst })
  await owner.post('/api/admin/article', { title: 'x', url: 'x', content: worst, short_description: worst })
  await owner.post('/api/admin/menu', { title: 'x', type: 'category', url: 'x', short_description: worst })
  const notice = await owner.post('/api/admin/announcement', { title: 'x', content: worst })
  await owner.post(`/api/admin/announcement/${notice.body.id}/publish`)
  for (const path of ['blog_category', 'article', 'menu'])
    expect(alive((await it.guest.post(`/api/${path}`, { url: 'x' })).body), path).toBeUndefined()
  expect(alive((await it.guest.post('/api/block', { identifier: 'x' })).body)).toBeUndefined()
  expect(alive((await it.guest.get('/api/announcement')).body[0])).toBeUndefined()
})

test('a landing page stores no URL that runs scripts and no video of an unknown service', async () => {
  const with_ = (props: object, type = 'hero') =>
    owner.post('/api/admin/landing_page', {
      url: `l${Math.random()}`.replace('0.', ''),
      published_at: '2026-01-01T00:00:00Z',
      elements: { content: [{ type, props }] },
    })
  for (const url of ['javascript:alert(1)', ' JavaScript:alert(1)', 'data:text/html,x', '//evil.test', '/\\evil.test', 'ftp://x'])
    expect((await with_({ url })).body.messages, url).toHaveProperty(['elements.content.0.url'])
  for (const image of ['javascript:alert(1)', '../../etc/passwd', 'https://evil.test/x.svg', 'x" onerror="y'])
    expect((await with_({ image })).body.messages, image).toHaveProperty(['elements.content.0.image'])
  for (const url of ['https://evil.test/watch?v=dQw4w9WgXcQ', 'https://www.youtube.com.evil.test/watch?v=dQw4w9WgXcQ', 'javascript:1'])
    expect((await with_({ url }, 'video')).body.messages, url).toHaveProperty(['elements.content.0.url'])
  const saved = await with_({ content: attacks.join('') }, 'text')
  expect(danger(saved.body.elements.content[0].props.content)).toBeUndefined()
})

test('a video is shown by the player of its service alone', async () => {
  const video = async (source: string) =>
    owner.post('/api/admin/page', {
      title: 'x',
      url: `v${Math.random()}`.replace('0.', ''),
      content: JSON.stringify({ blocks: [{ type: 'embed', data: { source } }] }),
    })
  for (const [source, player] of [
    ['https://youtu.be/dQw4w9WgXcQ?t=3', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
    ['https://www.youtube.com/watch?list=x&v=dQw4w9WgXcQ', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
    ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871?dnt=1'],
  ] as const) {
    const { body } = await video(source)
    const html = (await it.guest.post('/api/page', { url: body.url })).body.content
    expect(html).toContain(`<iframe src="${player}"`)
  }
  expect((await video('https://evil.test/x')).status).toBe(422)
})

test('CSS is scoped to its own element, and cannot close its style tag', async () => {
  expect(await scopeCss('p, .a:is(b, c) > d { color: red }', '.s')).toBe('.s p, .s .a:is(b, c) > d { color: red }')
  expect(await scopeCss('body { margin: 0 } html .x, :root .y { top: 0 }', '.s')).toBe('.s { margin: 0 } .s .x, .s .y { top: 0 }')
  expect(await scopeCss('@media (width > 1px) { p { top: 0 } }', '.s')).toBe('@media (width > 1px) { .s p { top: 0 } }')
  expect(await scopeCss('@keyframes x { from { top: 0 } }', '.s')).toBe('@keyframes x { from { top: 0 } }')
  expect(await scopeCss('@import "https://evil.test"; body + footer { display: none } & ~ x { top: 0 }', '.s')).toBe('')
  for (const breakout of [
    '</style><script>alert(1)</script>',
    'p { content: "</style><script>alert(1)</script>" }',
    '/* </style> */ p { top: 0 }',
  ])
    expect(await scopeCss(breakout, '.s')).not.toContain('<')
  expect(await scopeCss('p { top: 0 } } footer { display: none }', '.s')).toBe('')
})

test('CSS and scripts require a permission of their own, and scripts do not run for staff', async () => {
  const editor = await it.staff(['create page', 'update page', 'get page'])
  const refused = await editor.post('/api/admin/page', { title: 'x', url: 'coded', css: 'p{}' })
  expect(refused.body.messages.css[0]).toContain('update page script')
  await owner.post('/api/admin/page', { title: 'x', url: 'coded', css: 'p{top:0}', header_script: '<script>a()</script>' })
  const fetchPage = (headers: Record<string, string> = {}) => it.guest.post('/api/page', { url: 'coded' }, headers)
  expect((await fetchPage()).body).toMatchObject({ header_script: '<script>a()</script>' })
  const beside = await fetchPage({ cookie: 'stoa_admin=anything' })
  expect(beside.body).not.toHaveProperty('header_script')
  expect(beside.body.css).toMatch(/^\.page-\d+ p\{top:0\}$/)
})
