import type { ResourceInfo } from 'stoa/api-types'
import { getField, getKind } from './filters.ts'

/** Row counts a person may choose from. */
export const pageSizes = [10, 20, 50, 100]
const DEFAULT_SIZE = 10
const RESERVED = new Set(['page', 'limit', 'sort', 'q', 'view', 'as'])

/** All that decides which rows a list shows. It lives in the address, so that Back brings it back. */
export interface ListState {
  page: number
  limit: number
  sort: string
  q: string
  /** By query name: `status`, `price__gte`, … */
  filters: Record<string, string>
  /** Id of the kept view this began with; 0 for none. */
  view: number
  /** Rows below each other, or as cards in columns where the resource has a board. */
  as: 'list' | 'board'
}

/** Reads the state of a list from an address, without what the list no longer has: the server would refuse all of it. */
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
        const { kept } = sift(key, value, resource)
        return kept === '' ? [] : [[key, kept]]
      }),
    ),
  }
}

/**
 * What an address asks for that the list no longer has, as people read it. Fields that are gone only have their names left; what all
 * rows of a part of the list have (`only`) is not gone.
 */
export function leftOut(search: string, resource: ResourceInfo, only: Readonly<Record<string, string>> = {}): string[] {
  const query = new URLSearchParams(search)
  const sort = query.get('sort')
  return [
    ...(sort && getSort(query, resource) === undefined ? [sort.replace(/^-/, '')] : []),
    ...readFilters(query).flatMap(([key, value]) => (getField(key) in only ? [] : sift(key, value, resource).lost)),
  ]
}

/** Writes the state of a list as an address, leaving defaults out. */
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
  const known = name === defaultSort.replace(/^-/, '') || columns.some((column) => column.name === name && column.sort)
  return known ? sort : undefined
}

/** What of one filter holds still, and what does not: of a closed list each word by itself. */
function sift(key: string, value: string, resource: ResourceInfo): { kept: string; lost: string[] } {
  const filter = resource.filters.find(({ name }) => name === getField(key))
  if (!filter) return { kept: '', lost: [getField(key)] }
  if (getKind(filter) !== 'choice' || key !== filter.name) return { kept: value, lost: [] }
  const words = value.split(',')
  const isThere = (word: string) => filter.options?.some((option) => String(option.value) === word)
  return {
    kept: words.filter(isThere).join(','),
    lost: words.filter((word) => !isThere(word)).map((word) => `${filter.label} “${word}”`),
  }
}
