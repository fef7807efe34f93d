import { splitLocale } from '../src/kit/locale.ts'

/** Query keys a kept page may depend on; anything else might be endless. */
const KEPT_KEYS = new Set(['page', 'sort'])

/** True when a page with this query may be kept for the next visitor. */
export const keepableQuery = (url: string): boolean => {
  const at = url.indexOf('?')
  if (at < 0) return true
  return [...new URLSearchParams(url.slice(at)).keys()].every((key) => KEPT_KEYS.has(key))
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
