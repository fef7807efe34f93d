import { useQuery } from '@tanstack/react-query'
import { api, useT } from 'stoa/admin'
import type { Ways } from '../../admin-api-types.ts'

/** Shipping and payment methods of staff orders, in the language of the reader. */
export function useWays(): Ways | undefined {
  const { language } = useT()
  return useQuery({ queryKey: ['order', 'ways', language], queryFn: () => api<Ways>('order/ways', { query: { language } }) }).data
}
