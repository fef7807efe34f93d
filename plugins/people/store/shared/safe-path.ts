/** Pages before sign-in, to which no redirect leads back. */
const AUTH_PATHS = /^\/(login|register|password|email|reset-password|set-password|resend-email|email-validation)\b/

/** A path within the store, or undefined: prevents open redirects after sign-in. */
export const safePath = (path: string | undefined, prefix = ''): string | undefined => {
  if (!path || !/^\/(?![/\\])/.test(path)) return undefined
  const url = new URL(path, 'http://shop')
  if (url.host !== 'shop') return undefined
  const inside = prefix && url.pathname.startsWith(`${prefix}/`) ? url.pathname.slice(prefix.length) : url.pathname
  return AUTH_PATHS.test(inside) ? undefined : inside + url.search + url.hash
}
