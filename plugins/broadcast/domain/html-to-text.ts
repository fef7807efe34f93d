const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', '#39': "'" }

const decodeEntities = (text: string): string =>
  text.replaceAll(/&(amp|lt|gt|quot|apos|nbsp|#39|#x[0-9a-f]{1,6}|#\d{1,7});/gi, (whole, name: string) => {
    const character = entities[name.toLowerCase()]
    if (character !== undefined) return character
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return Number.isInteger(code) && code > 0 && code <= 0x10_ffff ? String.fromCodePoint(code) : whole
  })

const stripTags = (html: string): string => html.replaceAll(/<[^<>]*>/g, '')

/** The value of an attribute in sanitized HTML; undefined when it is absent. */
const getAttribute = (attributes: string, name: 'alt' | 'href'): string | undefined =>
  (name === 'alt' ? /\balt="([^"]*)"/i : /\bhref="([^"]*)"/i).exec(attributes)?.[1]

/**
 * Converts sanitized HTML to the plain-text part of an e-mail. Keeps the targets of links, the bullets of lists and the alternative text of
 * images.
 */
export function htmlToText(html: string): string {
  const text = html
    .replaceAll(/<br\s*\/?>/gi, '\n')
    .replaceAll(/<hr\s*\/?>/gi, '\n\n---\n\n')
    .replaceAll(/<img\b([^<>]*)>/gi, (_whole, attributes: string) => getAttribute(attributes, 'alt') ?? '')
    .replaceAll(/<a\b([^<>]*)>((?:(?!<a\b|<\/a>)[\s\S])*)<\/a>/gi, (_whole, attributes: string, inner: string) => {
      const label = stripTags(inner).trim()
      const href = getAttribute(attributes, 'href')
      if (href === undefined) return inner
      const address = href
        .replaceAll(/&quot;|&#34;/g, '%22')
        .replaceAll(/&lt;/g, '%3C')
        .replaceAll(/&gt;/g, '%3E')
        .replaceAll(' ', '%20')
      return label === '' || decodeEntities(label) === decodeEntities(href) ? address : `${label} (${address})`
    })
    .replaceAll(/<li\b[^>]*>/gi, '\n- ')
    .replaceAll(/<\/t[dh]>\s*<t[dh]\b[^>]*>/gi, ' | ')
    .replaceAll(/<tr\b[^>]*>/gi, '\n')
    .replaceAll(/<\/(?:p|h[1-6]|ul|ol|blockquote|figure|table|div)>/gi, '\n\n')
  return decodeEntities(stripTags(text))
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}
