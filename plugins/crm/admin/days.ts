/** "1 day", "7 days": a number of days in words of a language. */
export const inDays = (count: number, language: string): string =>
  new Intl.NumberFormat(language, { style: 'unit', unit: 'day', unitDisplay: 'long', maximumFractionDigits: 1 }).format(count)
