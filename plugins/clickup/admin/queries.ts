import { queryOptions } from '@tanstack/react-query'
import { api } from 'stoa/admin'
import type { AuthorizeAddress, ClickUpUser, Space, SpaceList, SyncReport, WorkspaceList } from '../api-types.ts'

// The server reports why ClickUp cannot answer; another try at once would only use up the rate limit. Every visit asks again.
const shared = { retry: false, refetchOnMount: 'always' } as const

/** The error of a query. While it runs again, the error of an earlier visit is not reported: the token may be a new one. */
export const getCurrentError = ({ error, isFetching }: { error: Error | null; isFetching: boolean }): Error | null =>
  isFetching ? null : error

/** The user of the token. */
export const userQuery = queryOptions({
  ...shared,
  queryKey: ['clickup', 'user'],
  queryFn: ({ signal }) => api<ClickUpUser>('clickup/user', { signal }),
})

export const workspacesQuery = queryOptions({
  ...shared,
  queryKey: ['clickup', 'workspaces'],
  queryFn: ({ signal }) => api<WorkspaceList>('clickup/team', { signal }),
})

export const spacesQuery = (workspace: string) =>
  queryOptions({
    ...shared,
    queryKey: ['clickup', 'spaces', workspace],
    queryFn: ({ signal }) => api<SpaceList>(`clickup/team/${encodeURIComponent(workspace)}/space`, { signal }),
  })

export const spaceQuery = (id: string) =>
  queryOptions({
    ...shared,
    queryKey: ['clickup', 'space', id],
    queryFn: ({ signal }) => api<Space>(`clickup/space/${encodeURIComponent(id)}`, { signal }),
  })

export const addressQuery = queryOptions({
  ...shared,
  queryKey: ['clickup', 'address'],
  queryFn: ({ signal }) => api<AuthorizeAddress>('clickup/oauth/address', { signal }),
})

/** How the synchronization of tasks works. */
export const syncQuery = queryOptions({
  ...shared,
  queryKey: ['clickup', 'sync'],
  queryFn: ({ signal }) => api<SyncReport>('clickup/sync', { signal }),
})
