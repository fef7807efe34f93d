import { useQuery } from '@tanstack/react-query'
import { api } from 'stoa/admin'
import type { Parked } from '../../api-types.ts'
import type { Ticket } from './ticket.ts'

/** Query key of a store's parked tickets. */
export const parkedKey = (store: number) => ['pos', 'parked', store]

/** Parked tickets of the store. */
export const useParked = (store: number, online: boolean) =>
  useQuery({
    queryKey: parkedKey(store),
    queryFn: () => api<{ data: Parked[] }>(`store/${store}/parked`),
    enabled: online,
    refetchInterval: 30_000,
  })

/** Parks a ticket for any register of the store. */
export const park = (store: number, ticket: Ticket): Promise<void> =>
  api(`store/${store}/parked`, {
    method: 'POST',
    body: { id: crypto.randomUUID(), label: ticket.customer?.name ?? ticket.lines[0]?.article.name ?? '', body: ticket },
  })
