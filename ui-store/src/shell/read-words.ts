/** The words of the query that a page has read; `all` when it went through them, whatever they are called. */
export interface ReadWords {
  names: Set<string>
  all: boolean
}

/** The words of a query, noting which of them are read. */
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
