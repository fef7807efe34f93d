import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Locale } from 'stoa/api-types'
import type { Found, SetupTask } from 'stoa/plugins/desk'
import { api } from './client.ts'

const BADGES_EVERY_MS = 60_000

/** Number of waiting items of each queue, by resource. */
export const badgesQuery = queryOptions({
  queryKey: ['desk', 'badges'],
  refetchInterval: BADGES_EVERY_MS,
  queryFn: async ({ signal }) => (await api<{ data: Record<string, number> }>('badges', { signal })).data,
})

/** Open setup steps. */
export const tasksQuery = (language: Locale) =>
  queryOptions({
    queryKey: ['desk', 'tasks', language],
    queryFn: ({ signal }) => api<{ data: SetupTask[]; finished: boolean }>('tasks', { signal }),
  })

/** Records of all resources that contain these words. */
export const searchQuery = (q: string, language: Locale) =>
  queryOptions({
    queryKey: ['search', q, language],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => (await api<{ data: Found[] }>('search', { query: { q, language }, signal })).data,
  })
