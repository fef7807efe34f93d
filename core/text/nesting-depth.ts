/** Deepest nesting of tags in a rich text. What cleans it takes a time that grows with the square of this. */
const DEEPEST = 100

const alone = new Set(['br', 'hr', 'img', 'input', 'meta', 'link', 'wbr', 'col', 'area', 'base', 'embed', 'source', 'track', 'param'])

/** Tags that another of their kind closes, as people write lists and paragraphs by hand. */
const closedByNext = new Set(['p', 'li', 'tr', 'td', 'th', 'dt', 'dd', 'option', 'thead', 'tbody', 'tfoot'])

const tags = /<(\/?)([a-z][a-z0-9:-]*)((?:[^<>"']|"[^"]*"|'[^']*')*)/gi

/** Whether tags stand in each other deeper than anybody means. One pass over the text; in XML a tag may close itself. */
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
