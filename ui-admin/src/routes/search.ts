/** Keeps search parameters as strings; the default parser would convert "1" to a number. */
export const plainSearch = {
  parseSearch: (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (values: Record<string, unknown>): string => {
    const search = new URLSearchParams()
    for (const [key, value] of Object.entries(values)) {
      if (value !== undefined && value !== null && value !== '') search.set(key, String(value))
    }
    const text = search.toString()
    return text ? `?${text}` : ''
  },
}
