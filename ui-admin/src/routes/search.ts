/** Keeps every search value the string it is in the address; the router's own way would turn "1" into a number. */
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
