import { queryOptions } from '@tanstack/react-query'
import { api, rowPath, useSession } from 'stoa/admin'
import type { Notice, NoticePage } from '../api-types.ts'

/** As often as the numbers of the menu, and like them only while the page is looked at. */
const EVERY_MS = 60_000

export const unreadQuery = queryOptions({
  queryKey: ['notices', 'unread'],
  refetchInterval: EVERY_MS,
  queryFn: async ({ signal }) => (await api<{ unread: number }>('notice/count', { signal })).unread,
})

export const newestQuery = queryOptions({
  queryKey: ['notices', 'newest'],
  staleTime: 0,
  queryFn: ({ signal }) => api<NoticePage>('notice', { query: { limit: 8 }, signal }),
})

/** Marks notices as read. */
export const markRead = (which: { ids?: number[]; up_to?: number }) => api('notice/read', { method: 'POST', body: which })

/** Where a notice leads, for whoever may go there. */
export function useLink(): (notice: Notice) => string | undefined {
  const { manifest } = useSession()
  return ({ resource, row_id: id }) => {
    const info = resource === null ? undefined : manifest.resources[resource]
    return info && id !== null ? rowPath(manifest, info, id) : undefined
  }
}
