import { setImmediate as breathe } from 'node:timers/promises'
import { AppError, INVALID, message } from '../http/errors.ts'
import { isTooDeep } from './nesting-depth.ts'
import { videoEmbed } from './video.ts'

/** One block of an Editor.js document. */
interface Block {
  id?: string
  type: string
  data: Record<string, unknown>
}

/** Allowed inline tags of a paragraph. */
const inline = 'b strong i em u s mark code sup sub br a'.split(' ')
const block = [
  ...inline,
  ...'p h1 h2 h3 h4 h5 h6 ul ol li blockquote pre hr img figure figcaption table thead tbody tr th td div span'.split(' '),
]

// Imported with the first rich text, because the parser is large.
const sanitizer = async () => (await import('sanitize-html')).default

/** Milliseconds after which sanitizing a long document yields to the event loop. */
const TURN = 15
let turn = 0

/** Maximum number of passes until sanitizing changes nothing. */
const PASSES = 6

async function clean(html: string, tags: string[], left = PASSES): Promise<string> {
  // Text without markup needs no sanitizing; tables have thousands of such cells.
  if (!/[<>&\0]/.test(html)) return html
  if (left === 0 || isTooDeep(html)) throw new AppError(INVALID, [message('core:rule.nesting')])
  if (performance.now() - turn > TURN) {
    await breathe()
    turn = performance.now()
  }
  const sanitize = await sanitizer()
  let hasRemovedTags = false
  const sanitized = sanitize(html, {
    allowedTags: tags,
    allowedAttributes: {
      a: ['href', 'title', 'target', 'rel'],
      img: ['src', 'alt', 'width', 'height', 'loading'],
      td: ['colspan', 'rowspan'],
      th: ['colspan', 'rowspan', 'scope'],
      '*': ['lang'],
    },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['http', 'https'] },
    allowProtocolRelative: false,
    transformTags: { a: sanitize.simpleTransform('a', { rel: 'noopener noreferrer' }) },
    onOpenTag: (tag) => (hasRemovedTags ||= !tags.includes(tag)),
  })
  // Removing a tag may join its surroundings into new markup, so the result is sanitized again.
  return hasRemovedTags ? clean(sanitized, tags, left - 1) : sanitized
}

/** Parses an Editor.js document; undefined when the text is HTML. */
export function parseBlocks(value: string): Block[] | undefined {
  if (!value.trimStart().startsWith('{')) return undefined
  try {
    const parsed = JSON.parse(value) as { blocks?: Block[] }
    return Array.isArray(parsed.blocks) ? parsed.blocks : undefined
  } catch {
    return undefined
  }
}

/** Returns '' for a rich text without content: no block with text, no markup other than empty text elements. */
export function blankToEmpty(value: unknown): unknown {
  // Empty editor documents are short; long texts are not parsed twice.
  if (typeof value !== 'string' || value.length > 500) return value
  const toParagraphText = (entry: unknown) =>
    isObject(entry) && entry.type === 'paragraph' && isObject(entry.data) ? str(entry.data.text) : '?'
  const words = parseBlocks(value)?.map(toParagraphText).join('') ?? value
  return plain(words.replaceAll(/<\/?(p|div|br|span)( \/)?>|&nbsp;/g, '')).trim() || /<(?!\/?(p|div|br|span)\b)/.test(words) ? value : ''
}

const isObject = (v: unknown): v is Record<string, unknown> => v !== null && typeof v === 'object'
const str = (v: unknown) => (typeof v === 'string' ? v : '')

const getLevel = (v: unknown) => (Number.isInteger(v) ? Math.min(6, Math.max(1, v as number)) : 2)

/** Block types with the data that is stored, all inline texts sanitized. Unknown types are refused. */
const blocks: Record<string, (data: Record<string, unknown>) => Promise<Record<string, unknown>>> = {
  paragraph: async (d) => ({ text: await clean(str(d.text), inline) }),
  header: async (d) => ({ text: await clean(str(d.text), inline), level: getLevel(d.level) }),
  quote: async (d) => ({ text: await clean(str(d.text), inline), caption: await clean(str(d.caption), inline) }),
  delimiter: async () => ({}),
  list: async (d) => ({ style: d.style === 'ordered' ? 'ordered' : 'unordered', items: await listItems(d.items, 0) }),
  table: async (d) => ({
    withHeadings: d.withHeadings === true,
    content: await inTurn(d.content, (row) => inTurn(row, (cell) => clean(str(cell), inline))),
  }),
  embed: async (d) => {
    const video = videoEmbed(str(d.source)) ?? videoEmbed(str(d.embed))
    if (!video) throw new AppError(INVALID, [message('core:rule.embed')])
    return {
      service: video.service,
      source: videoEmbed(str(d.source)) ? str(d.source) : video.embed,
      embed: video.embed,
      caption: await clean(str(d.caption), inline),
    }
  },
  image: async (d) => {
    const url = str((d.file as { url?: unknown } | undefined)?.url ?? d.url)
    return { file: { url: /^(https?:\/\/|\/files\/)[^\s"'<>\\]+$/.test(url) ? url : '' }, caption: await clean(str(d.caption), inline) }
  },
}

/** Sequential: started together, they would not yield to the event loop in between. */
async function inTurn<T>(list: unknown, convert: (entry: unknown) => Promise<T>): Promise<T[]> {
  const done: T[] = []
  for (const entry of Array.isArray(list) ? (list as unknown[]) : []) done.push(await convert(entry))
  return done
}

interface Item {
  content: string
  items: Item[]
}

async function listItems(items: unknown, depth: number): Promise<Item[]> {
  if (!Array.isArray(items) || depth > 4) return []
  return inTurn(items, async (item) => {
    const { content, items: below } = (typeof item === 'string' ? { content: item } : (item ?? {})) as {
      content?: unknown
      items?: unknown
    }
    return { content: await clean(str(content), inline), items: await listItems(below, depth + 1) }
  })
}

/**
 * Sanitizes a rich text: Editor.js JSON block by block, HTML through an allow list. Runs on every write, including import and
 * clone, so that stored text cannot execute in a browser.
 * @throws AppError INVALID for an unknown block type.
 */
export async function cleanRich(value: string): Promise<string> {
  const document = parseBlocks(value)
  if (!document) {
    const sanitized = await clean(value, block)
    // Without its markup the text may be an Editor.js document, which must be sanitized too.
    return sanitized !== value && parseBlocks(sanitized) ? cleanRich(sanitized) : sanitized
  }
  const sanitizedBlocks: Block[] = []
  for (const entry of document as unknown[]) {
    const { id, type, data } = (isObject(entry) ? entry : {}) as Partial<Block>
    const keep = typeof type === 'string' && Object.hasOwn(blocks, type) ? blocks[type] : undefined
    if (!keep || typeof type !== 'string') throw new AppError(INVALID, [message('core:rule.block', { type: str(type).slice(0, 50) })])
    sanitizedBlocks.push({ ...(typeof id === 'string' ? { id: id.slice(0, 20) } : {}), type, data: await keep(isObject(data) ? data : {}) })
  }
  return JSON.stringify({ blocks: sanitizedBlocks })
}

const plain = (markup: string) => markup.replaceAll(/<[^<>]*>/g, '')
const escape = (s: string) => s.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

const listHtml = (style: unknown, items: Item[]): string => {
  const tag = style === 'ordered' ? 'ol' : 'ul'
  return `<${tag}>${items.map((i) => `<li>${i.content}${i.items.length > 0 ? listHtml(style, i.items) : ''}</li>`).join('')}</${tag}>`
}

const html: Record<string, (d: Record<string, unknown>) => string> = {
  paragraph: (d) => `<p>${str(d.text)}</p>`,
  header: (d) => `<h${Number(d.level)}>${str(d.text)}</h${Number(d.level)}>`,
  quote: (d) => `<blockquote><p>${str(d.text)}</p>${d.caption ? `<footer>${str(d.caption)}</footer>` : ''}</blockquote>`,
  delimiter: () => '<hr>',
  list: (d) => listHtml(d.style, d.items as Item[]),
  table: (d) => {
    const [first, ...rest] = d.content as string[][]
    const row = (cells: string[], tag: string) => `<tr>${cells.map((c) => `<${tag}>${c}</${tag}>`).join('')}</tr>`
    const head = d.withHeadings && first ? `<thead>${row(first, 'th')}</thead>` : ''
    return `<table>${head}<tbody>${(d.withHeadings ? rest : [first ?? [], ...rest]).map((r) => row(r, 'td')).join('')}</tbody></table>`
  },
  embed: (d) =>
    `<figure class="embed"><iframe src="${escape(videoEmbed(str(d.embed))?.embed ?? '')}" title="${escape(plain(str(d.caption)) || str(d.service))}" loading="lazy" allowfullscreen referrerpolicy="strict-origin-when-cross-origin" sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"></iframe>${d.caption ? `<figcaption>${str(d.caption)}</figcaption>` : ''}</figure>`,
  image: (d) =>
    `<figure><img src="${escape((d.file as { url: string }).url)}" alt="${escape(plain(str(d.caption)))}" loading="lazy">${d.caption ? `<figcaption>${str(d.caption)}</figcaption>` : ''}</figure>`,
}

/** Renders a stored rich text as HTML. It was sanitized when it was written. */
export function richToHtml(value: string | null | undefined): string {
  if (!value) return ''
  const document = parseBlocks(value)
  return document ? document.map((b) => (Object.hasOwn(html, b.type) ? html[b.type]?.(b.data) : undefined) ?? '').join('\n') : value
}
