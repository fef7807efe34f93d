import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ResourceInfo } from 'stoa/api-types'
import type { SavedView } from 'stoa/plugins/desk'
import { api } from '../api/client.ts'
import type { Subset } from '../common/subset.ts'
import { useSearchText } from '../shell/use-pathname.ts'
import { queries, usePlugin } from '../state/session.ts'
import { leftOut, readState, writeState, type ListState } from './list-address.ts'
import type { LookState } from './look.ts'

const key = (resource: string) => ['views', resource]

/** The kept views of a list: one's own and everybody's. */
export function useViews(resource: ResourceInfo): SavedView[] {
  const found = useQuery({
    enabled: usePlugin('desk'),
    queryKey: key(resource.name),
    staleTime: 60_000,
    queryFn: async ({ signal }) => (await api<{ data: SavedView[] }>('saved_view', { query: { resource: resource.name }, signal })).data,
  })
  return found.data ?? []
}

/** What of the list's state a view keeps: everything but the page one is on. */
export const viewQuery = (state: ListState, resource: ResourceInfo): string =>
  writeState({ ...state, page: 1, view: 0 }, resource).replace(/^\?/, '')

/** State of a list as a view keeps it. */
export const getState = (view: SavedView, resource: ResourceInfo): ListState => ({ ...readState(view.query, resource), view: view.id })

/** A list as it is shown. */
export interface Shown {
  resource: ResourceInfo
  view: SavedView | undefined
  state: ListState
  look: LookState
  /** What the address or the view asks for and the list no longer has. */
  gone: readonly string[]
}

/** Whether the list shows something else than the view it started from, or than the plain list. What a view holds in vain is a difference. */
export function isChanged({ state, look, view, resource, gone }: Shown): boolean {
  const kept = view ? viewQuery(getState(view, resource), resource) : ''
  if (view && (look.changed || gone.length > 0)) return true
  return viewQuery(state, resource) !== kept
}

/** What the address or the view it began with asks for and the list no longer has. */
export function useGone(resource: ResourceInfo, only: Subset['only'], view: SavedView | undefined): string[] {
  const search = useSearchText()
  return useMemo(
    () => [...new Set([search, view?.query ?? ''].flatMap((query) => leftOut(query, resource, only)))],
    [search, view?.query, resource, only],
  )
}

/** Keeps a view, changes one, or takes one away. */
export async function writeView(method: 'POST' | 'PUT' | 'DELETE', view: Partial<SavedView> & { resource: string }): Promise<SavedView> {
  const { id, ...body } = view
  const answer = await api<SavedView>(id ? `saved_view/${id}` : 'saved_view', { method, ...(method === 'DELETE' ? {} : { body }) })
  await queries.invalidateQueries({ queryKey: key(view.resource) })
  return answer
}
