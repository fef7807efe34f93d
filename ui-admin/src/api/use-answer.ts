import { useQuery } from '@tanstack/react-query'
import { api } from './client.ts'

/** What a path of the API answers, below `/api/admin`; undefined until it does. */
export const useAnswer = <T>(path: string): T | undefined =>
  useQuery({ queryKey: ['answer', path], queryFn: ({ signal }) => api<T>(path, { signal }) }).data
