import { useQuery } from '@tanstack/react-query'
import { api } from 'stoa/admin'
import type { Parked } from '../../api-types.ts'
import type { Ticket } from './ticket.ts'

/** Under which key the tickets that wait at a store are cached. */
export const parkedKey = (store: number) => ['pos', 'parked', store]

/** Tickets that wait at the store. */
export const useParked = (store: number, online: boolean) =>
  useQuery({
    queryKey: parkedKey(store),
    queryFn: () => api<{ data: Parked[] }>(`store/${store}/parked`),
    enabled: online,
    refetchInterval: 30_000,
  })

/** Lays a ticket aside for any register of the store. */
export const park = (store: number, ticket: Ticket): Promise<void> =>
  api(`store/${store}/parked`, {
    method: 'POST',
    body: { id: crypto.randomUUID(), label: ticket.customer?.name ?? ticket.lines[0]?.article.name ?? '', body: ticket },
  })
