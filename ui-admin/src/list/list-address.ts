import type { ResourceInfo } from 'stoa/api-types'
import { getField, getKind } from './filters.ts'

/** Available page sizes. */
export const pageSizes = [10, 20, 50, 100]
const DEFAULT_SIZE = 10
const RESERVED = new Set(['page', 'limit', 'sort', 'q', 'view', 'as'])

/** The state that determines the rows of a list. It is stored in the URL, so that Back restores it. */
export interface ListState {
  page: number
  limit: number
  sort: string
  q: string
  /** By parameter name: `status`, `price__gte`, … */
  filters: Record<string, string>
  /** Id of the saved view it started from; 0 for none. */
  view: number
  /** Table, or board where the resource has one. */
  as: 'list' | 'board'
}

/** Parses the state of a list from a URL. Parameters the list no longer has are dropped, because the server would reject the request. */
export function readState(search: string, resource: ResourceInfo): ListState {
  const query = new URLSearchParams(search)
  const limit = Number(query.get('limit'))
  return {
    page: Math.max(1, Math.trunc(Number(query.get('page'))) || 1),
    limit: pageSizes.includes(limit) ? limit : DEFAULT_SIZE,
    sort: getSort(query, resource) ?? resource.defaultSort,
    q: query.get('q') ?? '',
    view: Math.max(0, Math.trunc(Number(query.get('view'))) || 0),
    as: query.get('as') === 'board' ? 'board' : 'list',
    filters: Object.fromEntries(
      readFilters(query).flatMap(([key, value]) => {
        const { valid } = sift(key, value, resource)
        return valid === '' ? [] : [[key, valid]]
      }),
    ),
  }
}

/**
 * Describes the URL parameters that the list no longer has. Removed fields are described by name. Filters of a subset (`only`) are not
 * reported.
 */
export function leftOut(search: string, resource: ResourceInfo, only: Readonly<Record<string, string>> = {}): string[] {
  const query = new URLSearchParams(search)
  const sort = query.get('sort')
  return [
    ...(sort && getSort(query, resource) === undefined ? [sort.replace(/^-/, '')] : []),
    ...readFilters(query).flatMap(([key, value]) => (getField(key) in only ? [] : sift(key, value, resource).lost)),
  ]
}

/** Serializes the state of a list to a URL, without defaults. */
export function writeState(state: ListState, resource: ResourceInfo): string {
  const query = new URLSearchParams(state.filters)
  if (state.q) query.set('q', state.q)
  if (state.sort !== resource.defaultSort) query.set('sort', state.sort)
  if (state.limit !== DEFAULT_SIZE) query.set('limit', String(state.limit))
  if (state.page > 1) query.set('page', String(state.page))
  if (state.view) query.set('view', String(state.view))
  if (state.as === 'board') query.set('as', 'board')
  const text = query.toString()
  return text ? `?${text}` : ''
}

const readFilters = (query: URLSearchParams) => [...query].filter(([key, value]) => !RESERVED.has(key) && value !== '')

function getSort(query: URLSearchParams, { columns, defaultSort }: ResourceInfo): string | undefined {
  const sort = query.get('sort')
  if (!sort) return undefined
  const name = sort.replace(/^-/, '')
  const isSortable = name === defaultSort.replace(/^-/, '') || columns.some((column) => column.name === name && column.sort)
  return isSortable ? sort : undefined
}

/** Splits one filter into valid and invalid values; for a filter with fixed options value by value. */
function sift(key: string, value: string, resource: ResourceInfo): { valid: string; lost: string[] } {
  const filter = resource.filters.find(({ name }) => name === getField(key))
  if (!filter) return { valid: '', lost: [getField(key)] }
  if (getKind(filter) !== 'choice' || key !== filter.name) return { valid: value, lost: [] }
  const words = value.split(',')
  const isThere = (word: string) => filter.options?.some((option) => String(option.value) === word)
  return {
    valid: words.filter(isThere).join(','),
    lost: words.filter((word) => !isThere(word)).map((word) => `${filter.label} “${word}”`),
  }
}
