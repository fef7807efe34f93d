import type { Locale } from 'stoa/api-types'

export const LOCALES: readonly Locale[] = ['en-US', 'zh-HK', 'zh-CN']

export const isLocale = (value: unknown): value is Locale => LOCALES.includes(value as Locale)

/** Splits the language prefix from a path: `/zh-HK/product/tea` -> zh-HK and `/product/tea`. */
export const splitLocale = (path: string): { locale: Locale | undefined; prefix: string; path: string } => {
  const [, first = '', ...rest] = path.split('/')
  if (!isLocale(first)) return { locale: undefined, prefix: '', path }
  return { locale: first, prefix: `/${first}`, path: `/${rest.join('/')}` }
}

/** hreflang values of each language: neighbouring regions read the same text. */
export const HREFLANGS: Record<Locale, string[]> = {
  'en-US': ['en-US'],
  'zh-HK': ['zh-HK', 'zh-MO', 'zh-TW'],
  'zh-CN': ['zh-CN', 'zh-SG'],
}
