import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Locale } from 'stoa/api-types'
import type { Found, SetupTask } from 'stoa/plugins/desk'
import { api } from './client.ts'

const BADGES_EVERY_MS = 60_000

/** How much work waits in each list that is a queue, by resource. */
export const badgesQuery = queryOptions({
  queryKey: ['desk', 'badges'],
  refetchInterval: BADGES_EVERY_MS,
  queryFn: async ({ signal }) => (await api<{ data: Record<string, number> }>('badges', { signal })).data,
})

/** What plugins show on the first page, as far as this person may see it. */
export const cardsQuery = queryOptions({
  queryKey: ['desk', 'cards'],
  queryFn: async ({ signal }) => (await api<{ data: { name: string; screen: string }[] }>('cards', { signal })).data,
})

/** What is left of setting the product up. */
export const tasksQuery = (language: Locale) =>
  queryOptions({
    queryKey: ['desk', 'tasks', language],
    queryFn: ({ signal }) => api<{ data: SetupTask[]; finished: boolean }>('tasks', { signal }),
  })

/** Records of every kind that hold these words. */
export const searchQuery = (q: string, language: Locale) =>
  queryOptions({
    queryKey: ['search', q, language],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => (await api<{ data: Found[] }>('search', { query: { q, language }, signal })).data,
  })
