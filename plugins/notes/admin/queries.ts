import { useQuery } from '@tanstack/react-query'
import { api } from 'stoa/admin'
import type { NotedResource } from '../api-types.ts'

/** Whether and where comments are shown for a resource. */
export function useNoted(name: string): NotedResource | undefined {
  const { data } = useQuery({
    queryKey: ['note-subjects'],
    staleTime: Infinity,
    queryFn: ({ signal }) => api<{ data: NotedResource[] }>('note/subjects', { signal }),
  })
  return data?.data.find((entry) => entry.name === name)
}

/** Query key of the comments of a row. */
export const notesKey = (resource: string, id: number) => ['notes', resource, id]
