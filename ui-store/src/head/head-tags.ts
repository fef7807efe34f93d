import type { Locale } from 'stoa/api-types'
import { fileUrl } from '../kit/shop.tsx'
import { HREFLANGS } from '../kit/locale.ts'
import { plainText } from '../kit/plain-text.ts'
import type { HeadInfo, Shop } from '../kit/types.ts'

/** One element of the document head. */
export interface Tag {
  name: 'title' | 'meta' | 'link' | 'script'
  attributes: Record<string, string>
  text?: string
}

const clip = (text: string, length: number): string => {
  const plain = plainText(text)
  if (plain.length <= length) return plain
  // Do not cut a surrogate pair.
  const cut = plain.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')
  return `${cut.trimEnd()}…`
}

const absolute = (origin: string, path: string): string => (path.startsWith('/') ? origin + path : path)

/** URL of a path in a language: the main language has no prefix. */
export const addressIn = (shop: Shop, language: Locale, path: string): string => {
  const prefix = language === shop.shell.settings.basic.main_language ? '' : `/${language}`
  return `${shop.bootstrap.origin}${prefix}${path}`
}

const alternates = (shop: Shop, path: string): Tag[] => {
  const link = (hreflang: string, href: string): Tag => ({
    name: 'link',
    attributes: { rel: 'alternate', hreflang, href },
  })
  const { main_language: main, supported_languages: languages } = shop.shell.settings.basic
  return [
    ...languages.flatMap((code) => HREFLANGS[code].map((tag) => link(tag, addressIn(shop, code, path)))),
    link('x-default', addressIn(shop, main, path)),
  ]
}

/** All head elements of a page: title, description, canonical link, alternates, social sharing, structured data. */
export const headTags = (head: HeadInfo, shop: Shop, path: string): Tag[] => {
  const site = shop.shell.settings.basic.name
  const title = head.title && head.title !== site ? `${clip(head.title, 60)} – ${site}` : site
  const here = addressIn(shop, shop.language, head.path ?? path)
  const image = fileUrl(head.image ?? shop.shell.settings.image.banner ?? shop.shell.settings.image.logo)
  const meta = (attributes: Record<string, string>): Tag => ({ name: 'meta', attributes })
  const tags: Tag[] = [{ name: 'title', attributes: {}, text: title }]
  const description = clip(head.description ?? '', 160)
  if (description) tags.push(meta({ name: 'description', content: description }))
  if (head.noindex) return [...tags, meta({ name: 'robots', content: 'noindex' })]
  tags.push({ name: 'link', attributes: { rel: 'canonical', href: here } }, ...alternates(shop, head.path ?? path))
  tags.push(
    meta({ property: 'og:site_name', content: site }),
    meta({ property: 'og:type', content: head.type ?? 'website' }),
    meta({ property: 'og:title', content: head.title || site }),
    meta({ property: 'og:url', content: here }),
    meta({ property: 'og:locale', content: shop.language.replace('-', '_') }),
    meta({ name: 'twitter:card', content: image ? 'summary_large_image' : 'summary' }),
  )
  if (description) tags.push(meta({ property: 'og:description', content: description }))
  if (image) tags.push(meta({ property: 'og:image', content: absolute(shop.bootstrap.origin, image) }))
  for (const item of head.jsonLd ?? []) {
    const text = JSON.stringify({ '@context': 'https://schema.org', ...item })
    tags.push({ name: 'script', attributes: { type: 'application/ld+json' }, text })
  }
  return tags
}
