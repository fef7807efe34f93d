/** Two-letter codes of the countries a new shop sells to; the browser knows names by these only. */
const short: Record<string, string> = { HKG: 'HK', MAC: 'MO', CHN: 'CN', TWN: 'TW', SGP: 'SG', MYS: 'MY' }

/** Name of a country in a language; its code where the browser has none. */
export function countryName(code: string, language: string): string {
  const known = short[code]
  return known ? (new Intl.DisplayNames(language, { type: 'region' }).of(known) ?? code) : code
}
