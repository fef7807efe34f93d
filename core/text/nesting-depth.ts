/** Maximum tag nesting of a rich text. The sanitizer's time grows with the square of the depth. */
const DEEPEST = 100

const alone = new Set(['br', 'hr', 'img', 'input', 'meta', 'link', 'wbr', 'col', 'area', 'base', 'embed', 'source', 'track', 'param'])

/** Tags that HTML closes implicitly when another of the same kind begins. */
const closedByNext = new Set(['p', 'li', 'tr', 'td', 'th', 'dt', 'dd', 'option', 'thead', 'tbody', 'tfoot'])

const tags = /<(\/?)([a-z][a-z0-9:-]*)((?:[^<>"']|"[^"]*"|'[^']*')*)/gi

/** Whether tags are nested too deeply. A single pass; in XML a tag may be self-closing. */
export function isTooDeep(markup: string, xml = false): boolean {
  const open: string[] = []
  for (const [, slash, word = '', rest = ''] of markup.matchAll(tags)) {
    const tag = word.toLowerCase()
    if (xml ? rest.endsWith('/') : alone.has(tag)) continue
    if (slash) {
      const at = open.lastIndexOf(tag)
      if (at >= 0) open.length = at
    } else if (!(closedByNext.has(tag) && open.at(-1) === tag) && open.push(tag) > DEEPEST) return true
  }
  return false
}
