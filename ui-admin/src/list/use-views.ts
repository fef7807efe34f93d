import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ResourceInfo } from 'stoa/api-types'
import type { SavedView } from 'stoa/plugins/desk'
import { api } from '../api/client.ts'
import type { Subset } from '../common/subset.ts'
import { useSearchText } from '../shell/use-pathname.ts'
import { queries, usePlugin } from '../state/session.ts'
import { leftOut, readState, writeState, type ListState } from './list-address.ts'
import type { LookState } from './list-appearance.ts'

const key = (resource: string) => ['views', resource]

/** Saved views of a list: the user's own and shared ones. */
export function useViews(resource: ResourceInfo): SavedView[] {
  const found = useQuery({
    enabled: usePlugin('desk'),
    queryKey: key(resource.name),
    staleTime: 60_000,
    queryFn: async ({ signal }) => (await api<{ data: SavedView[] }>('saved_view', { query: { resource: resource.name }, signal })).data,
  })
  return found.data ?? []
}

/** The part of the list state that a view stores: all but the page. */
export const viewQuery = (state: ListState, resource: ResourceInfo): string =>
  writeState({ ...state, page: 1, view: 0 }, resource).replace(/^\?/, '')

/** The list state of a view. */
export const getState = (view: SavedView, resource: ResourceInfo): ListState => ({ ...readState(view.query, resource), view: view.id })

/** The current state of a list. */
export interface ListViewState {
  resource: ResourceInfo
  view: SavedView | undefined
  state: ListState
  look: LookState
  /** Parameters of the URL or the view that the list no longer has. */
  missingParameters: readonly string[]
}

/** Whether the list differs from its view, or from the default. An outdated parameter of a view counts as a difference. */
export function isChanged({ state, look, view, resource, missingParameters }: ListViewState): boolean {
  const savedQuery = view ? viewQuery(getState(view, resource), resource) : ''
  if (view && (look.changed || missingParameters.length > 0)) return true
  return viewQuery(state, resource) !== savedQuery
}

/** Parameters of the URL or the initial view that the list no longer has. */
export function useMissingParameters(resource: ResourceInfo, only: Subset['only'], view: SavedView | undefined): string[] {
  const search = useSearchText()
  return useMemo(
    () => [...new Set([search, view?.query ?? ''].flatMap((query) => leftOut(query, resource, only)))],
    [search, view?.query, resource, only],
  )
}

/** Creates, changes or deletes a view. */
export async function writeView(method: 'POST' | 'PUT' | 'DELETE', view: Partial<SavedView> & { resource: string }): Promise<SavedView> {
  const { id, ...body } = view
  const answer = await api<SavedView>(id ? `saved_view/${id}` : 'saved_view', { method, ...(method === 'DELETE' ? {} : { body }) })
  await queries.invalidateQueries({ queryKey: key(view.resource) })
  return answer
}
