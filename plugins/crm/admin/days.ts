/** Formats a number of days in a language: "1 day", "7 days". */
export const inDays = (count: number, language: string): string =>
  new Intl.NumberFormat(language, { style: 'unit', unit: 'day', unitDisplay: 'long', maximumFractionDigits: 1 }).format(count)
