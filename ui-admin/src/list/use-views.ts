import { useQuery } from '@tanstack/react-query'
import type { ResourceInfo } from '#core/wire'
import type { SavedView } from '#plugins/desk/wire'
import { api } from '../api/client.ts'
import { queries, usePlugin } from '../state/session.ts'
import { readState, writeState, type ListState } from './list-state.ts'
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
export const stateOf = (view: SavedView, resource: ResourceInfo): ListState => ({ ...readState(view.query, resource), view: view.id })

/** Whether the list shows something else than the view it started from, or than the plain list. */
export function isChanged(state: ListState, look: LookState, view: SavedView | undefined, resource: ResourceInfo): boolean {
  const kept = view ? viewQuery(stateOf(view, resource), resource) : ''
  return viewQuery(state, resource) !== kept || (view !== undefined && look.changed)
}

/** Keeps a view, changes one, or takes one away. */
export async function writeView(method: 'POST' | 'PUT' | 'DELETE', view: Partial<SavedView> & { resource: string }): Promise<SavedView> {
  const { id, ...body } = view
  const answer = await api<SavedView>(id ? `saved_view/${id}` : 'saved_view', { method, ...(method === 'DELETE' ? {} : { body }) })
  await queries.invalidateQueries({ queryKey: key(view.resource) })
  return answer
}
