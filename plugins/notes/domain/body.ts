/** Maximum length of a comment, in characters. */
export const MAX_CHARACTERS = 4_000

/** Control characters, and characters that change the text direction. */
const steering = /[^\P{Cc}\n\t]|[\u202A-\u202E\u2066-\u2069]/gu

/** Normalizes a text: uniform line ends, without control and direction characters. */
export const cleanBody = (body: string): string => body.replaceAll(/\r\n?/g, '\n').replaceAll(steering, '').trim()

/** A piece of a comment: text, link or mention. */
export type Piece = { kind: 'text' | 'link' | 'mention'; text: string }

const link = /https?:\/\/[^\s<>"'`\p{Cf}\p{Cc}\u3000-\u303F\uFF00-\uFF60]+/giu
/** Punctuation that ends a sentence is not part of a URL. */
const tail = '.,;:!?)]}'

/** Splits a comment into text, links and mentions. It contains no markup. */
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

/** A closing bracket belongs to the URL when it was opened inside: `…/Tea_(drink)`. */
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
    // Of "Kim" and "Kim Lau" the longer match wins.
    const name = names.filter((name) => isWhole(text, at + 1, name)).sort((a, b) => b.length - a.length)[0]
    if (name === undefined || name === '') continue
    pieces.push({ kind: 'text', text: text.slice(from, at) }, { kind: 'mention', text: `@${name}` })
    from = at + 1 + name.length
  }
  return [...pieces, { kind: 'text', text: text.slice(from) }]
}

/** Whether a name matches as a whole word: "@Kimono" does not mention Kim. Chinese has no spaces between words. */
const isWhole = (text: string, at: number, name: string): boolean =>
  text.startsWith(name, at) && !(/[\p{L}\p{N}]$/u.test(name) && /^(?!\p{Script=Han})[\p{L}\p{N}]/u.test(text.slice(at + name.length)))
