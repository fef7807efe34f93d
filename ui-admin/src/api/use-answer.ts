import { useQuery } from '@tanstack/react-query'
import { api } from './client.ts'

/**
 * Fetches a path below `/api/admin`; undefined while loading. On an error the nearest `CallBoundary` shows the reason and a retry button.
 * @throws ApiError for `CallBoundary`, unless cached data can be shown
 */
export const useAnswer = <T>(path: string): T | undefined =>
  useQuery({
    queryKey: ['answer', path],
    queryFn: ({ signal }) => api<T>(path, { signal }),
    throwOnError: (_, { state }) => state.data === undefined,
  }).data
