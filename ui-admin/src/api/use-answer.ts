import { useQuery } from '@tanstack/react-query'
import { api } from './client.ts'

/**
 * What a path of the API answers, below `/api/admin`; undefined until it does. Where it is refused, the screen, the piece or the field that
 * asked gives way to the reason and a button that asks again.
 * @throws ApiError for `CallBoundary`, unless an earlier answer can be shown
 */
export const useAnswer = <T>(path: string): T | undefined =>
  useQuery({
    queryKey: ['answer', path],
    queryFn: ({ signal }) => api<T>(path, { signal }),
    throwOnError: (_, { state }) => state.data === undefined,
  }).data
