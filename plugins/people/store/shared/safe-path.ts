/** Pages before signing in: nobody is led back to one. */
const DOORS = /^\/(login|register|password|email|reset-password|set-password|resend-email|email-validation)\b/

/** A path inside the shop, or nothing: an address elsewhere must not hide behind signing in. */
export const safePath = (path: string | undefined, prefix = ''): string | undefined => {
  if (!path || !/^\/(?![/\\])/.test(path)) return undefined
  const url = new URL(path, 'http://shop')
  if (url.host !== 'shop') return undefined
  const inside = prefix && url.pathname.startsWith(`${prefix}/`) ? url.pathname.slice(prefix.length) : url.pathname
  return DOORS.test(inside) ? undefined : inside + url.search + url.hash
}
