import { queryOptions } from '@tanstack/react-query'
import type { Locale } from 'stoa/api-types'
import { api, isRunMoving } from 'stoa/admin'
import type { TransferInfo } from '../api-types.ts'

const followMs = 700
/** An import or export. Polls until it needs a decision or ends. */
export const transferQuery = (id: number) =>
  queryOptions({
    queryKey: ['transfer', id],
    queryFn: ({ signal }) => api<TransferInfo>(`transfer/${id}`, { signal }),
    refetchInterval: ({ state }) => (state.data && isRunMoving(state.data) ? followMs : false),
  })

/** The recent imports and exports of the user. */
export const latestQuery = queryOptions({
  queryKey: ['transfer', 'latest'],
  queryFn: async ({ signal }) => (await api<{ data: TransferInfo[] }>('transfer', { signal })).data,
  refetchInterval: ({ state }) => (state.data?.some(isRunMoving) ? followMs * 2 : false),
})

/** Applies a dry run, cancels it, or undoes a finished import. */
export const decide = (id: number, action: 'apply' | 'cancel' | 'undo'): Promise<TransferInfo> =>
  api(`transfer/${id}/${action}`, { method: 'POST', body: {} })

/** What an export contains. */
export interface TransferRequest {
  format: string
  ids?: number[]
  query?: Record<string, unknown>
  columns?: string[]
}

/** Starts an export. */
export const beginExport = (resource: string, language: Locale, request: TransferRequest): Promise<TransferInfo> =>
  api(`sheet/${resource}/export`, { method: 'POST', query: { language }, body: request })

/** Columns that an export can contain. */
export const columnsQuery = (resource: string, language: Locale) =>
  queryOptions({
    queryKey: ['transfer', 'columns', resource, language],
    queryFn: async () =>
      (await api<{ data: { name: string; label: string }[] }>(`sheet/${resource}/columns`, { query: { language } })).data,
  })
