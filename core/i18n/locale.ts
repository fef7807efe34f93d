import type { Locale } from './api-types.ts'

/** The languages the product speaks, with their names in themselves. */
export const languages: readonly { code: Locale; name: string }[] = [
  { code: 'en-US', name: 'English' },
  { code: 'zh-HK', name: '繁體中文' },
  { code: 'zh-CN', name: '简体中文' },
]

export const locales: readonly Locale[] = languages.map((l) => l.code)
export const defaultLocale: Locale = 'en-US'

export const isLocale = (value: unknown): value is Locale => locales.includes(value as Locale)

/** Tags that read as one of ours: Macau and Taiwan as Hong Kong, Singapore as mainland China. */
const group: Record<string, Locale> = {
  en: 'en-US',
  zh: 'zh-HK',
  'zh-mo': 'zh-HK',
  'zh-tw': 'zh-HK',
  'zh-hant': 'zh-HK',
  'zh-sg': 'zh-CN',
  'zh-hans': 'zh-CN',
}
const grouped = (tag: string) => (Object.hasOwn(group, tag) ? group[tag] : undefined)

/**
 * The locale meant by a language a client sent. The list is closed: whatever is unknown, or the marker
 * `default`, reads as `main`, so that no client text ever reaches a query.
 */
export function toLocale(asked: unknown, main: Locale): Locale {
  if (typeof asked !== 'string' || asked === '' || asked === 'default') return main
  const lower = asked.toLowerCase()
  const exact = locales.find((l) => l.toLowerCase() === lower)
  return exact ?? grouped(lower.split('-', 2).join('-')) ?? grouped(lower.split('-')[0] ?? '') ?? main
}

/** Order in which a text is looked for: asked, main, then any other. */
export const fallbackChain = (asked: Locale, main: Locale): Locale[] => [...new Set<Locale>([asked, main, ...locales])]

/** The text of a per-language value in one language, with the usual fallback; '' when there is none in any. */
export function pickTranslation(texts: object | null | undefined, asked: Locale, main: Locale): string {
  const map: Partial<Record<Locale, string>> = texts ?? {}
  for (const locale of fallbackChain(asked, main)) if (map[locale]) return map[locale]
  return ''
}
