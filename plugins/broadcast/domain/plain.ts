const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', '#39': "'" }

const decoded = (text: string): string =>
  text.replaceAll(/&(amp|lt|gt|quot|apos|nbsp|#39|#x[0-9a-f]{1,6}|#\d{1,7});/gi, (whole, name: string) => {
    const known = entities[name.toLowerCase()]
    if (known !== undefined) return known
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return Number.isInteger(code) && code > 0 && code <= 0x10_ffff ? String.fromCodePoint(code) : whole
  })

const bare = (html: string): string => html.replaceAll(/<[^>]*>/g, '')

/**
 * The text of a letter whose markup was cleaned when it was written. Links say where they lead, lists keep their points, pictures say
 * what they show.
 */
export function plainOf(html: string): string {
  const text = html
    .replaceAll(/<br\s*\/?>/gi, '\n')
    .replaceAll(/<hr\s*\/?>/gi, '\n\n---\n\n')
    .replaceAll(/<img\b[^>]*?\balt="([^"]*)"[^>]*>/gi, '$1')
    .replaceAll(/<a\b[^>]*?\bhref="([^"]*)"[^>]*>([\s\S]*?)<\/a>/gi, (_whole, href: string, inner: string) => {
      const said = bare(inner).trim()
      return said === '' || decoded(said) === decoded(href) ? href : `${said} (${href})`
    })
    .replaceAll(/<li\b[^>]*>/gi, '\n- ')
    .replaceAll(/<\/t[dh]>\s*<t[dh]\b[^>]*>/gi, ' | ')
    .replaceAll(/<tr\b[^>]*>/gi, '\n')
    .replaceAll(/<\/(?:p|h[1-6]|ul|ol|blockquote|figure|table|div)>/gi, '\n\n')
  return decoded(bare(text))
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ *\n */g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}
