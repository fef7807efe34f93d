/** Query parameters that a page has read; `all` when it enumerated them. */
export interface ReadWords {
  names: Set<string>
  all: boolean
}

/** Wraps query parameters to record which of them are read. */
export const noteWords = (query: Record<string, string>, read: ReadWords): Record<string, string> => {
  const note = (word: string | symbol) => {
    if (typeof word === 'string') read.names.add(word)
  }
  return new Proxy(query, {
    get(target, word) {
      note(word)
      return Reflect.get(target, word) as unknown
    },
    has(target, word) {
      note(word)
      return Reflect.has(target, word)
    },
    ownKeys(target) {
      read.all = true
      return Reflect.ownKeys(target)
    },
  })
}
