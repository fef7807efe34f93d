import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, forget, useT } from 'stoa/admin'
import type { Request, Requests } from '../api-types.ts'

/** A page of the inbox. */
export function useInbox(tab: string, page: number) {
  const { language } = useT()
  return useQuery({
    queryKey: ['approvals', 'inbox', tab, page, language],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api<Requests>('approvals', { query: { tab, page }, signal }),
  })
}

/** Requests for one row. */
export function useApprovalRequests(kind: string, id: number) {
  const { language } = useT()
  return useQuery({
    queryKey: ['approvals', 'of', kind, id, language],
    queryFn: async ({ signal }) => (await api<{ data: Request[] }>(`approvals/of/${kind}/${id}`, { signal })).data,
  })
}

/** Invalidates the queries of requests and the badge of the menu. */
export function useRefresh(): () => Promise<unknown> {
  const client = useQueryClient()
  return () => {
    forget('approval')
    return Promise.all([['approvals'], ['desk', 'badges']].map((queryKey) => client.invalidateQueries({ queryKey })))
  }
}
