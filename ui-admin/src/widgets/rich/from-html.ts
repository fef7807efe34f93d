import type { OutputBlockData } from '@editorjs/editorjs'

type Block = Pick<OutputBlockData, 'type' | 'data'>

const containers = new Set(['DIV', 'SECTION', 'ARTICLE', 'MAIN', 'HEADER', 'FOOTER', 'FIGURE', 'BODY', 'CENTER'])

/** Whether a text is HTML with block elements, and not only text with inline tags. */
export const isHtml = (text: string): boolean => /<(p|h[1-6]|ul|ol|table|div|section|figure|img|blockquote|pre|hr)\b/i.test(text)

/** Converts HTML to blocks, so that imported texts can be edited without losing their structure. */
export function getBlocks(html: string): Block[] {
  return [...gather(new DOMParser().parseFromString(html, 'text/html').body)]
}

/** Text between block elements becomes a paragraph. */
function* gather(parent: Element): Generator<Block> {
  let loose = ''
  const paragraph = function* (): Generator<Block> {
    if (loose.replace(/&nbsp;|<br\s*\/?>/g, '').trim()) yield { type: 'paragraph', data: { text: loose.trim() } }
    loose = ''
  }
  for (const node of parent.childNodes) {
    const found = node instanceof Element ? getBlock(node) : undefined
    if (found === undefined) {
      loose += node instanceof Element ? node.outerHTML : (node.textContent ?? '')
      continue
    }
    yield* paragraph()
    yield* found
  }
  yield* paragraph()
}

const cells = (row: Element): string[] => [...row.querySelectorAll(':scope > th, :scope > td')].map((cell) => cell.innerHTML.trim())

/** The blocks of an element; undefined for an inline element. */
function getBlock(element: Element): Block[] | undefined {
  const { tagName: tag } = element
  if (containers.has(tag)) return [...gather(element)]
  const heading = /^H([1-6])$/.exec(tag)?.[1]
  if (heading) return [{ type: 'header', data: { text: element.innerHTML.trim(), level: Math.min(4, Math.max(2, Number(heading))) } }]
  if (tag === 'UL' || tag === 'OL')
    return [{ type: 'list', data: { style: tag === 'OL' ? 'ordered' : 'unordered', items: getItems(element) } }]
  if (tag === 'TABLE') {
    const rows = [...element.querySelectorAll('tr')].map(cells).filter((row) => row.length > 0)
    return rows.length ? [{ type: 'table', data: { withHeadings: element.querySelector('th') !== null, content: rows } }] : []
  }
  if (tag === 'IMG') {
    const url = element.getAttribute('src') ?? ''
    return url ? [{ type: 'image', data: { file: { url }, caption: element.getAttribute('alt') ?? '' } }] : []
  }
  if (tag === 'HR') return []
  if (tag === 'P' || tag === 'BLOCKQUOTE' || tag === 'PRE')
    return element.querySelector('img, p, ul, ol, table') ? [...gather(element)] : getParagraph(element)
  return undefined
}

function getParagraph(element: Element): Block[] {
  const text = element.innerHTML.trim()
  return text ? [{ type: 'paragraph', data: { text } }] : []
}

interface Item {
  content: string
  items: Item[]
}

function getItems(list: Element): Item[] {
  return [...list.querySelectorAll(':scope > li')].map((item) => {
    const below = [...item.querySelectorAll(':scope > ul, :scope > ol')]
    const items = below.flatMap(getItems)
    for (const inner of below) inner.remove()
    return { content: item.innerHTML.trim(), items }
  })
}
