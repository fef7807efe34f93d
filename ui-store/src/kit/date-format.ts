const formats = new Map<string, Intl.DateTimeFormat>()

/** Cached date formatter. Creating one takes longer than rendering its surroundings. */
export const dateFormat = (language: string, how: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  const key = JSON.stringify([language, how])
  const format = formats.get(key) ?? new Intl.DateTimeFormat(language, how)
  formats.set(key, format)
  return format
}
