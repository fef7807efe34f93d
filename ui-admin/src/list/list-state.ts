import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { ResourceInfo } from '#core/wire'
import { history } from '../state/session.ts'
import { useSearchText } from '../shell/use-pathname.ts'

/** Row counts a person may choose from. */
export const pageSizes = [10, 20, 50, 100]
const DEFAULT_SIZE = 10
const PUSH_AFTER_MS = 500
const own = new Set(['page', 'limit', 'sort', 'q', 'view', 'as'])

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

/** Reads the state of a list from an address. */
export function readState(search: string, resource: ResourceInfo): ListState {
  const query = new URLSearchParams(search)
  const known = new Set(resource.filters.map((filter) => filter.name))
  const limit = Number(query.get('limit'))
  return {
    page: Math.max(1, Math.trunc(Number(query.get('page'))) || 1),
    limit: pageSizes.includes(limit) ? limit : DEFAULT_SIZE,
    sort: query.get('sort') ?? resource.defaultSort,
    q: query.get('q') ?? '',
    view: Math.max(0, Math.trunc(Number(query.get('view'))) || 0),
    as: query.get('as') === 'board' ? 'board' : 'list',
    filters: Object.fromEntries([...query].filter(([key, value]) => !own.has(key) && value !== '' && known.has(key.split('__')[0] ?? ''))),
  }
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

/** A change that is not in the address yet, and the address it started from. */
interface Pending {
  state: ListState
  from: string
}

/** State of a list that shows a change at once and writes it to the history half a second later. */
export function useListState(resource: ResourceInfo) {
  const search = useSearchText()
  const stored = useMemo(() => readState(search, resource), [search, resource])
  const [draft, setDraft] = useState<Pending | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const pending = useRef<Pending | null>(null)
  // Once the address has moved, by us or by Back, it is the truth again.
  const state = draft?.from === search ? draft.state : stored

  const flush = useCallback(() => {
    clearTimeout(timer.current)
    const next = pending.current
    pending.current = null
    if (!next || next.from !== history.location.search) return
    const text = writeState(next.state, resource)
    if (text === next.from) setDraft(null)
    else history.push(history.location.pathname + text)
  }, [resource])

  const change = useCallback(
    (part: Partial<ListState>) => {
      const before = pending.current?.from === search ? pending.current.state : stored
      // Any change other than turning the page starts on page one again.
      const next = { state: { ...before, page: 1, ...part }, from: search }
      pending.current = next
      setDraft(next)
      clearTimeout(timer.current)
      timer.current = setTimeout(flush, PUSH_AFTER_MS)
    },
    [flush, search, stored],
  )

  useEffect(() => () => clearTimeout(timer.current), [])

  return { state, change, flush }
}
