import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AppError } from '../../core/http/errors.ts'
import { cleanRich, richToHtml } from '../../core/text/rich.ts'
import { anything } from '../support/arbitrary.ts'
import { tries } from '../support/property.ts'

/** No stored rich text can execute in a browser, whatever the input format. */
const attacks = fc.constantFrom(
  '<script>alert(1)</script>',
  '<SCRIPT src=//x.test/a.js></SCRIPT >',
  '<img src=x onerror=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="java\tscript:alert(1)">x</a>',
  '<a href=" &#106;avascript&colon;alert(1)">x</a>',
  '<svg/onload=alert(1)><animate onbegin=alert(1)>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<form action=javascript:alert(1)><button formaction=javascript:alert(1)>',
  '<img src="data:text/html,<script>alert(1)</script>">',
  '<p style="background:url(javascript:alert(1))" onclick=alert(1)>p</p>',
  '<math><mtext><style><img src onerror=alert(1)></style></mtext></math>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<!--><script>alert(1)</script-->',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<textarea><img src=x onerror=alert(1)></textarea>',
  '\\u003cscript\\u003ealert(1)\\u003c/script\\u003e',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&amp;lt;img src=x onerror=alert(1)&amp;gt;',
)
const bits = fc.oneof(
  attacks,
  fc.constantFrom('a', ' ', '<', '>', '"', "'", '&', '{', '}', '\0', '𝒳', '<p>', '</p>', '<b>', '</i>', '<table>'),
)
const markup = fc.array(bits, { maxLength: 8 }).map((parts) => parts.join(''))
const tags = fc.constantFrom('p', 'b', 'a', 'div', 'ul', 'li', 'table', 'script', 'style', 'svg', 'iframe', 'object', 'x-y')
const names = fc.constantFrom('href', 'src', 'onclick', 'OnMouseOver', 'style', 'title', 'lang', 'srcset', 'xlink:href')
const { tree } = fc.letrec<{ tree: string }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 5 },
    markup,
    fc
      .tuple(tags, names, bits, fc.array(tie('tree'), { maxLength: 3 }))
      .map(([tag, name, value, inner]) => `<${tag} ${name}="${value}">${inner.join('')}</${tag}>`),
  ),
}))

const link = fc.constantFrom(
  'javascript:alert(1)',
  'https://youtu.be/dQw4w9WgXcQ',
  '/files/img/a.png',
  'https://x.test/"onload="a',
  'data:text/html,x',
)
const blank = { text: markup, caption: markup, url: link, source: link, embed: link, file: fc.record({ url: link }) }
const strange = fc.oneof(anything, fc.constantFrom({ toString: 1 }, { valueOf: 1, toString: null }, [{ toString: 1 }], -3, 2.5, 99))
const items: fc.Arbitrary<unknown> = fc.array(fc.oneof(markup, fc.record({ content: markup, items: fc.array(markup) }), strange), {
  maxLength: 3,
})
const block = fc.record({
  id: fc.oneof(fc.string(), strange),
  type: fc.oneof(
    { arbitrary: fc.constantFrom('paragraph', 'header', 'quote', 'delimiter', 'list', 'table', 'embed', 'image'), weight: 20 },
    { arbitrary: strange, weight: 1 },
  ),
  data: fc.oneof(
    {
      arbitrary: fc.record({ ...blank, level: strange, style: strange, items, content: fc.array(items), withHeadings: fc.boolean() }),
      weight: 9,
    },
    { arbitrary: strange, weight: 1 },
  ),
})
const document = fc.array(block, { maxLength: 4 }).map((blocks) => JSON.stringify({ blocks }))
/** A document with escaped characters, so that nothing looks like markup before it is parsed. */
const hidden = document.map((text) => text.replaceAll('<', '\\u003c').replaceAll('>', '\\u003e').replaceAll('&', '\\u0026'))
const wrapped = fc
  .tuple(
    fc.constantFrom('', ' ', '<script></script>', '<!-- -->'),
    fc.oneof(document, hidden),
    fc.constantFrom('', '<script></script>', '<!-- -->', '\0', '<'),
  )
  .map((parts) => parts.join(''))
const written = fc.oneof(tree, document, hidden, wrapped, fc.string())

const harmless = new Set(
  'p b strong i em u s mark code sup sub br a h1 h2 h3 h4 h5 h6 ul ol li blockquote pre hr img figure figcaption table thead tbody tr th td div span footer iframe'.split(
    ' ',
  ),
)
const plain =
  /^(href|title|target|rel|src|alt|width|height|loading|colspan|rowspan|scope|lang|class|allowfullscreen|referrerpolicy|sandbox)$/
const player = /^https:\/\/(www\.youtube-nocookie\.com|player\.vimeo\.com)\//
const decoded = (value: string) =>
  value
    .replaceAll(/&#(x?)([0-9a-f]+);?/gi, (_, hex, n) => String.fromCodePoint(Number.parseInt(n, hex ? 16 : 10) % 0x110000))
    .replaceAll('&colon;', ':')

/** Active parts of markup. Anything that looks like a tag and is not explicitly allowed counts. */
function acting(html: string): string[] {
  const found: string[] = []
  const rest = html.replaceAll(/<\/?([a-z][a-z0-9]*)((?:\s+[a-z-]+(?:="[^"<]*")?)*)\s*\/?>/g, (_, tag: string, attributes: string) => {
    if (!harmless.has(tag)) found.push(`<${tag}>`)
    for (const [, name = '', value = ''] of attributes.matchAll(/([a-z-]+)(?:="([^"]*)")?/g)) {
      if (!plain.test(name)) found.push(`${tag} ${name}`)
      // oxlint-disable-next-line no-control-regex -- browsers skip them
      const address = decoded(value).replaceAll(/[\s\0-\x1f]/g, '')
      if (/^(href|src)$/.test(name) && /^(javascript|data|vbscript):/i.test(address)) found.push(`${tag} ${name}=${value}`)
      if (tag === 'iframe' && name === 'src' && !player.test(value)) found.push(`iframe ${value}`)
    }
    return ''
  })
  return [...found, ...(rest.match(/<.{0,20}/gs) ?? [])]
}

/** The sanitized text, or undefined if it was rejected. Any other error is a failure. */
async function cleaned(value: string): Promise<string | undefined> {
  try {
    return await cleanRich(value)
  } catch (error) {
    if (error instanceof AppError && error.kind.code === 'INVALID') return undefined
    throw error
  }
}

test('sanitizing a rich text is idempotent', async () => {
  await fc.assert(
    fc.asyncProperty(written, async (value) => {
      const once = await cleaned(value)
      if (once !== undefined) expect(await cleanRich(once)).toBe(once)
    }),
    tries(3_000),
  )
})

test('no script, event handler or executable URL remains in any rich text', async () => {
  let remainingCount = 0
  await fc.assert(
    fc.asyncProperty(written, async (value) => {
      const once = await cleaned(value)
      if (once === undefined) return
      remainingCount++
      expect(acting(richToHtml(once)), once).toEqual([])
    }),
    tries(3_000),
  )
  expect(remainingCount).toBeGreaterThan(1_000)
})

test('no URL in a stored document is executable', async () => {
  const all = (value: unknown): string[] =>
    typeof value === 'string'
      ? [value]
      : value !== null && typeof value === 'object'
        ? Object.entries(value).flatMap(([k, v]) => (k === 'text' || k === 'content' || k === 'caption' || k === 'id' ? [] : all(v)))
        : []
  await fc.assert(
    fc.asyncProperty(document, async (value) => {
      const once = await cleaned(value)
      if (once !== undefined) expect(all(JSON.parse(once)).filter((text) => /^\s*(javascript|data):/i.test(text))).toEqual([])
    }),
    tries(1_000),
  )
})

test('a document that is visible only after surrounding markup is removed is sanitized', async () => {
  const inside = JSON.stringify({
    blocks: [{ type: 'paragraph', data: { text: '<b onclick=alert(1)>b</b><img src=x onerror=alert(1)>' } }],
  })
  const unseen = inside.replaceAll('<', '\\u003c').replaceAll('>', '\\u003e')
  for (const around of ['<script></script>', '<!-- -->']) {
    expect(richToHtml(await cleanRich(unseen + around))).toBe('<p><b>b</b></p>')
    expect(richToHtml(await cleanRich(around + unseen))).toBe('<p><b>b</b></p>')
  }
})
