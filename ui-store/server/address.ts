import { splitLocale } from '../src/kit/locale.ts'

/** Query words a kept page may depend on; the values of others might be endless. */
const CACHEABLE_WORDS = new Set(['page', 'sort'])

/**
 * The address that a page is drawn and kept for, without the words of the query that the page does not read, such as those of a
 * campaign. Undefined when it depends on a word whose values might be endless.
 * @param read words the page is known to read; undefined when it was not drawn yet, or reads all there are
 */
export const cacheableAddress = (url: string, read: ReadonlySet<string> | undefined): string | undefined => {
  const [path = '/', ...asked] = url.split('?')
  const query = new URLSearchParams(asked.join('?'))
  for (const word of [...query.keys()]) {
    if (read && !read.has(word)) query.delete(word)
    else if (!CACHEABLE_WORDS.has(word)) return undefined
  }
  const rest = query.toString()
  return rest ? `${path}?${rest}` : path
}

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]'])

/**
 * Whether a host is the machine's own: loopback, or the address a connection came to. Any other name is what a visitor says, and without a configured
 * address of the shop nobody knows whether it is right.
 */
export const isOwnHost = (hostname: string, localAddress: string | undefined): boolean =>
  LOOPBACK.has(hostname) || hostname.replace(/^\[|\]$/g, '') === localAddress?.replace(/^::ffff:/, '')

/** Addresses that forms and links use without scripts, and where they really lead. */
export const shortcut = (url: string): { to: string; cookie?: string } | undefined => {
  const [full = '/', ...asked] = url.split('?')
  // What somebody looks for may be a question.
  const query = asked.join('?')
  const { path, prefix } = splitLocale(full)
  const search = new URLSearchParams(query)
  const keyword = search.get('keyword')?.trim()
  if (path === '/search') {
    return { to: keyword ? `${prefix}/search/${encodeURIComponent(keyword)}` : `${prefix}/` }
  }
  const currency = search.get('currency')
  if (currency !== null && /^[A-Z]{3}$/.test(currency)) {
    search.delete('currency')
    const rest = search.toString()
    // One slash only: two would lead to another host, and browsers take the other kind for one.
    const to = `${full.replace(/^[\\/]+/, '/')}${rest ? `?${rest}` : ''}`
    return { to, cookie: `currency=${currency}; Path=/; Max-Age=31536000; SameSite=Lax` }
  }
  return undefined
}
