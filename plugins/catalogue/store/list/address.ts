import type { ProductSort } from '../../api-types.ts'

/** What the address of a list says: which page in which order, and by what it is narrowed. */
export interface ListAddress {
  page: number
  sort: ProductSort
  /** Values by word, such as `brand` or an attribute's key. */
  filter: Record<string, string[]>
}

const words = new Set(['page', 'sort', 'limit', 'language', 'url', 'keyword', 'facets'])
const amount = /^\d{1,9}(\.\d{1,2})?$/

/** Orders a list can be in; a search starts with what fits best. */
export const getSorts = (searching: boolean): ProductSort[] => [
  ...(searching ? (['relevance'] as const) : []),
  'newest',
  'best',
  'price',
  '-price',
  'name',
]

/** Reads an address; what has no meaning in it is passed over. */
export const readAddress = (search: Record<string, string>, searching = false): ListAddress => {
  const sorts = getSorts(searching)
  const filter: Record<string, string[]> = {}
  for (const [word, text] of Object.entries(search)) {
    if (words.has(word) || !/^[a-z][a-z0-9_]*$/.test(word)) continue
    const values = [...new Set(text.split(',').map((value) => value.trim()))].filter(Boolean)
    if (word.startsWith('price_') && !amount.test(values[0] ?? '')) continue
    if (values.length > 0) filter[word] = values
  }
  return {
    page: /^[1-9]\d{0,5}$/.test(search.page ?? '') ? Number(search.page) : 1,
    sort: sorts.find((sort) => sort === search.sort) ?? sorts[0] ?? 'newest',
    filter,
  }
}

/** The query of a list's address; nothing for its first page in its first order with all there is. */
export const getQuery = ({ page, sort, filter }: ListAddress, searching = false): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(filter).flatMap(([word, values]) => (values.length > 0 ? [[word, values.join(',')]] : []))),
  ...(sort === getSorts(searching)[0] ? {} : { sort }),
  ...(page > 1 ? { page: String(page) } : {}),
})

/** A path with the query that goes with it. */
export const getAddress = (path: string, address: ListAddress, searching = false): string => {
  const query = new URLSearchParams(getQuery(address, searching)).toString()
  return query ? `${path}?${query}` : path
}

/** What the server is asked for it. */
export const getAsk = ({ page, sort, filter }: ListAddress): Record<string, string | number> => ({
  ...Object.fromEntries(Object.entries(filter).map(([word, values]) => [word, values.join(',')])),
  page,
  sort,
  facets: 1,
})

/** The filter with one value put in or taken out. */
export const toggled = (filter: ListAddress['filter'], word: string, value: string): ListAddress['filter'] => {
  const before = filter[word] ?? []
  const after = before.includes(value) ? before.filter((one) => one !== value) : [...before, value]
  return { ...filter, [word]: after }
}
