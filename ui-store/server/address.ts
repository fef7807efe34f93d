import { splitLocale } from '../src/kit/locale.ts'

/** Query parameters that a cached page may depend on; others may have unlimited values. */
const CACHEABLE_WORDS = new Set(['page', 'sort'])

/**
 * Cache key of a page: its URL without query parameters that the page does not read, such as those of a campaign. Undefined when it
 * depends on a parameter with unlimited values.
 * @param read parameters the page is known to read; undefined when it was not rendered yet, or reads all
 */
export const cacheableAddress = (url: string, read: ReadonlySet<string> | undefined): string | undefined => {
  const [path = '/', ...queryParts] = url.split('?')
  const query = new URLSearchParams(queryParts.join('?'))
  for (const word of [...query.keys()]) {
    if (read && !read.has(word)) query.delete(word)
    else if (!CACHEABLE_WORDS.has(word)) return undefined
  }
  const rest = query.toString()
  return rest ? `${path}?${rest}` : path
}

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]'])

/**
 * Whether a host name is this machine: loopback, or the local address of the connection. Any other Host header is untrusted unless
 * the shop's origin is configured.
 */
export const isOwnHost = (hostname: string, localAddress: string | undefined): boolean =>
  LOOPBACK.has(hostname) || hostname.replace(/^\[|\]$/g, '') === localAddress?.replace(/^::ffff:/, '')

/** URLs that forms and links use without scripts, and their real targets. */
export const shortcut = (url: string): { to: string; cookie?: string } | undefined => {
  const [full = '/', ...queryParts] = url.split('?')
  // A search keyword may contain a question mark.
  const query = queryParts.join('?')
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
    // Exactly one slash: two would lead to another host (open redirect), and browsers treat backslashes as slashes.
    const to = `${full.replace(/^[\\/]+/, '/')}${rest ? `?${rest}` : ''}`
    return { to, cookie: `currency=${currency}; Path=/; Max-Age=31536000; SameSite=Lax` }
  }
  return undefined
}
