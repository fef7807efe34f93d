import type { Locale } from './api-types.ts'

/** The supported languages with their own names. */
export const languages: readonly { code: Locale; name: string }[] = [
  { code: 'en-US', name: 'English' },
  { code: 'zh-HK', name: '繁體中文' },
  { code: 'zh-CN', name: '简体中文' },
]

export const locales: readonly Locale[] = languages.map((l) => l.code)
export const defaultLocale: Locale = 'en-US'

export const isLocale = (value: unknown): value is Locale => locales.includes(value as Locale)

/** Language tags mapped to a supported locale: Macau and Taiwan to Hong Kong, Singapore to mainland China. */
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
 * Maps a client's language to a supported locale. Unknown tags and `default` become `main`. The list is closed, so that no client
 * text reaches a query.
 */
export function toLocale(requested: unknown, main: Locale): Locale {
  if (typeof requested !== 'string' || requested === '' || requested === 'default') return main
  const lower = requested.toLowerCase()
  const exact = locales.find((l) => l.toLowerCase() === lower)
  return exact ?? grouped(lower.split('-', 2).join('-')) ?? grouped(lower.split('-')[0] ?? '') ?? main
}

/** Fallback order of translations: requested, main, then any other. */
export const fallbackChain = (requested: Locale, main: Locale): Locale[] => [...new Set<Locale>([requested, main, ...locales])]

/** The translation of a per-language value in one language, with fallback; '' when there is none. */
export function pickTranslation(texts: object | null | undefined, requested: Locale, main: Locale): string {
  const map: Partial<Record<Locale, string>> = texts ?? {}
  for (const locale of fallbackChain(requested, main)) if (map[locale]) return map[locale]
  return ''
}
