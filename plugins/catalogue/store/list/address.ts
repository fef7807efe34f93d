import type { ProductSort } from '../../api-types.ts'

/** State of a list in the URL: page, sort order and filter. */
export interface ListAddress {
  page: number
  sort: ProductSort
  /** Values by parameter, such as `brand` or an attribute key. */
  filter: Record<string, string[]>
}

const words = new Set(['page', 'sort', 'limit', 'language', 'url', 'keyword', 'facets'])
const amount = /^\d{1,9}(\.\d{1,2})?$/

/** Sort orders of a list; a search starts with relevance. */
export const getSorts = (searching: boolean): ProductSort[] => [
  ...(searching ? (['relevance'] as const) : []),
  'newest',
  'best',
  'price',
  '-price',
  'name',
]

/** Parses a URL query; unknown parameters are ignored. */
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

/** URL query of a list; empty for the first page in default order without filter. */
export const getQuery = ({ page, sort, filter }: ListAddress, searching = false): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(filter).flatMap(([word, values]) => (values.length > 0 ? [[word, values.join(',')]] : []))),
  ...(sort === getSorts(searching)[0] ? {} : { sort }),
  ...(page > 1 ? { page: String(page) } : {}),
})

/** A path with its query. */
export const getAddress = (path: string, address: ListAddress, searching = false): string => {
  const query = new URLSearchParams(getQuery(address, searching)).toString()
  return query ? `${path}?${query}` : path
}

/** Request parameters of a list. */
export const getAsk = ({ page, sort, filter }: ListAddress): Record<string, string | number> => ({
  ...Object.fromEntries(Object.entries(filter).map(([word, values]) => [word, values.join(',')])),
  page,
  sort,
  facets: 1,
})

/** The filter with a value added or removed. */
export const toggled = (filter: ListAddress['filter'], word: string, value: string): ListAddress['filter'] => {
  const before = filter[word] ?? []
  const after = before.includes(value) ? before.filter((selected) => selected !== value) : [...before, value]
  return { ...filter, [word]: after }
}
