/** Characters of a note at most. */
export const MOST_LETTERS = 4_000

/** Letters that steer instead of being read: controls, and those that turn the letters after them around. */
const steering = /[^\P{Cc}\n\t]|[\u202A-\u202E\u2066-\u2069]/gu

/** A text as it is kept: lines end in one way, and nothing in it can turn the letters around it. */
export const cleanBody = (body: string): string => body.replaceAll(/\r\n?/g, '\n').replaceAll(steering, '').trim()

/** A piece of a note: plain, a link, or the name of a colleague. */
export type Piece = { kind: 'text' | 'link' | 'mention'; text: string }

const link = /https?:\/\/[^\s<>"'`\p{Cf}\p{Cc}\u3000-\u303F\uFF00-\uFF60]+/giu
/** What ends a sentence is no part of the address before it. */
const tail = '.,;:!?)]}'

/** Cuts a note into what is shown plainly, links, and the names it mentions. Nothing in it is taken for markup. */
export function splitBody(body: string, names: readonly string[]): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (const match of body.matchAll(link)) {
    const text = withoutTail(match[0])
    pieces.push(...mentionsIn(body.slice(from, match.index), names), { kind: 'link', text })
    from = match.index + text.length
  }
  return [...pieces, ...mentionsIn(body.slice(from), names)].filter(({ text }) => text !== '')
}

/** A closing bracket stays when it was opened inside: `…/Tea_(drink)`. */
function withoutTail(url: string): string {
  let end = url.length
  while (end > 0 && tail.includes(url.charAt(end - 1))) end--
  const cut = url.slice(0, end)
  return url.startsWith(`${cut})`) && cut.split('(').length > cut.split(')').length ? `${cut})` : cut
}

function mentionsIn(text: string, names: readonly string[]): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    // Of "Kim" and "Kim Lau" the longer one is meant.
    const name = names.filter((one) => isWhole(text, at + 1, one)).sort((a, b) => b.length - a.length)[0]
    if (name === undefined || name === '') continue
    pieces.push({ kind: 'text', text: text.slice(from, at) }, { kind: 'mention', text: `@${name}` })
    from = at + 1 + name.length
  }
  return [...pieces, { kind: 'text', text: text.slice(from) }]
}

/** Whether a name stands there and the word does not go on: "@Kimono" is no Kim. Chinese leaves no space between words. */
const isWhole = (text: string, at: number, name: string): boolean =>
  text.startsWith(name, at) && !(/[\p{L}\p{N}]$/u.test(name) && /^(?!\p{Script=Han})[\p{L}\p{N}]/u.test(text.slice(at + name.length)))
