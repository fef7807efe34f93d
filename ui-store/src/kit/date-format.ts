const formats = new Map<string, Intl.DateTimeFormat>()

/** Writes days and times of a language. The same one is used again: to make one takes longer than to draw all that stands around it. */
export const dateFormat = (language: string, how: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  const key = JSON.stringify([language, how])
  const format = formats.get(key) ?? new Intl.DateTimeFormat(language, how)
  formats.set(key, format)
  return format
}
