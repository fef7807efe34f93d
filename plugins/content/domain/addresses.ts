/** URL prefixes of the store pages of resources. */
export const prefixes = {
  page: '/',
  article: '/blog/article/',
  blog_category: '/blog/category/',
  landing_page: '/landing-page/',
  category: '/category/',
  product: '/product/',
  brand: '/brand/',
} as const

/** Placeholder for the origin of the shop in a link, so that the link stays valid when the domain changes. */
const HOST = '{host}'

/** Whether a text is a valid link URL: http(s), or starting with `{host}`. */
export function isMenuLink(url: string): boolean {
  if (url.startsWith(HOST)) return /^(\/(?!\/)[^\s\\]*)?$/.test(url.slice(HOST.length))
  return isWebAddress(url)
}

const isWebAddress = (url: string) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)

/** Whether a text is a valid button target: a path of the store, or an http(s) URL. */
export const isTarget = (url: string): boolean => /^\/(?![/\\])[^\s\\]*$/.test(url) || isWebAddress(url)

/** The target of a menu link: a path of the store, or an external URL. */
export const linkTarget = (url: string): string => (url.startsWith(HOST) ? url.slice(HOST.length) || '/' : url)
