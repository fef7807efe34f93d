const formats = new Map<string, Intl.DateTimeFormat>()

/** Cached date formatter. Creating one takes longer than rendering its surroundings. */
export const dateFormat = (language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  const key = JSON.stringify([language, options])
  const format = formats.get(key) ?? new Intl.DateTimeFormat(language, options)
  formats.set(key, format)
  return format
}
