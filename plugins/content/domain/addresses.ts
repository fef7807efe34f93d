/** Where the store shows a row of a resource: the path before its url. */
export const prefixes = {
  page: '/',
  article: '/blog/article/',
  blog_category: '/blog/category/',
  landing_page: '/landing-page/',
  category: '/category/',
  product: '/product/',
  brand: '/brand/',
} as const

/** Stands for the shop's own address in a link, so that it goes with the shop when it moves. */
const HOST = '{host}'

/** Whether a text may be the url of a link: an http(s) address, or one that begins with `{host}`. */
export function isMenuLink(url: string): boolean {
  if (url.startsWith(HOST)) return /^(\/(?!\/)[^\s\\]*)?$/.test(url.slice(HOST.length))
  return isWebAddress(url)
}

const isWebAddress = (url: string) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)

/** Whether a text may stand behind a button: a path of the shop, or an http(s) address. */
export const isTarget = (url: string): boolean => /^\/(?![/\\])[^\s\\]*$/.test(url) || isWebAddress(url)

/** Where a link of the menu leads: a path of the shop, or another site's address. */
export const linkTarget = (url: string): string => (url.startsWith(HOST) ? url.slice(HOST.length) || '/' : url)
