import { api, useDebounced, useT } from '#admin'
import { useQuery } from '@tanstack/react-query'
import type { CounterQuote } from '../../wire.ts'
import { bodyOf, type Ticket } from './ticket.ts'

const REST_MS = 250

/** What the server makes of a ticket: its promotions and a member's prices. Undefined while nobody asked, or nobody answers. */
export function useQuote(store: number, ticket: Ticket, online: boolean): { quote: CounterQuote | undefined; error: unknown } {
  const { language } = useT()
  const body = useDebounced(ticket, REST_MS)
  const { data, error } = useQuery({
    queryKey: ['pos', 'quote', store, language, JSON.stringify(bodyOf(body))],
    queryFn: () => api<CounterQuote>(`store/${store}/quote`, { method: 'POST', query: { language }, body: bodyOf(body) }),
    enabled: online && body.lines.length > 0,
    staleTime: 30_000,
    retry: false,
    networkMode: 'always',
  })
  return { quote: body === ticket && ticket.lines.length > 0 ? data : undefined, error: body === ticket ? error : undefined }
}
