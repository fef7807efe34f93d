import { queryOptions } from '@tanstack/react-query'
import { adminPath, api, rowPath, useSession } from 'stoa/admin'
import type { Notice, NoticePage } from '../api-types.ts'

/** Polling interval, equal to that of the menu badges. Polls only while the page is visible. */
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

/** Marks notifications as read. */
export const markRead = (selection: { ids?: number[]; up_to?: number }) => api('notice/read', { method: 'POST', body: selection })

/** Returns the link of a notification, if the user may open it. */
export function useLink(): (notice: Notice) => string | undefined {
  const { manifest } = useSession()
  return ({ resource, row_id: id, path }) => {
    if (path !== null) return adminPath(path)
    const info = resource === null ? undefined : manifest.resources[resource]
    return info && id !== null ? rowPath(manifest, info, id) : undefined
  }
}
