/** Where the store shows a row of a resource: the path before its url. */
export const prefixes = {
  page: '/',
  article: '/blog/article/',
  blog_category: '/blog/category/',
  landing_page: '/landing-page/',
  category: '/category/',
  product: '/product/',
  brand: '/brand/',
  appointment_category: '/event/category/',
  form: '/form/',
} as const

/** What a menu entry can lead to (specification A §2 and §4). */
export const menuTypes = [
  'category',
  'page',
  'link',
  'article',
  'blog_category',
  'appointment_category',
  'form',
  'landing_page',
  'service',
  'contact_us',
] as const

export type MenuType = (typeof menuTypes)[number]

/** Urls that belong to a type and cannot be chosen. */
export const fixedUrls: Partial<Record<MenuType, string>> = { service: 'services', contact_us: 'contact-us' }

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

/** Where a menu entry leads: a path of the shop, or another site's address. */
export function targetOf(type: MenuType, url: string): string {
  switch (type) {
    case 'link':
      return url.startsWith(HOST) ? url.slice(HOST.length) || '/' : url
    case 'service':
      return '/service'
    case 'contact_us':
      return '/contact-us'
    default:
      return prefixes[type] + url
  }
}
