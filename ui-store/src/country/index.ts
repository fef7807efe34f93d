import type { Locale } from 'stoa/api-types'

/** Country names by alpha-3 code, in display order. */
export type CountryNames = Record<string, string>

const tables: Record<Locale, () => Promise<{ default: CountryNames }>> = {
  'en-US': () => import('./en-US.json'),
  'zh-HK': () => import('./zh-HK.json'),
  'zh-CN': () => import('./zh-CN.json'),
}

/** Names in one language, loaded when a form first needs them. */
export const loadCountries = async (language: Locale): Promise<CountryNames> => (await tables[language]()).default

/** The countries a shop serves; all when it names none. */
export const servedCountries = (names: CountryNames, served: string[]): [string, string][] => {
  const all = Object.entries(names)
  return served.length > 0 ? all.filter(([code]) => served.includes(code)) : all
}
