import { api, useDebounced, useT } from 'stoa/admin'
import { useQuery } from '@tanstack/react-query'
import type { CounterQuote } from '../../api-types.ts'
import { getBody, type Ticket } from './ticket.ts'

const REST_MS = 250

/** Where a ticket lies, and who stands there. */
interface Asking {
  store: number
  session: number
  device: string
  cashier: string
}

/** What the server makes of a ticket: its promotions and a member's prices. Undefined while nobody asked, or nobody answers. */
export function useQuote(
  { store, session, device, cashier }: Asking,
  ticket: Ticket,
  online: boolean,
): { quote: CounterQuote | undefined; error: unknown } {
  const { language } = useT()
  const body = useDebounced(ticket, REST_MS)
  const { data, error } = useQuery({
    queryKey: ['pos', 'quote', store, cashier, language, JSON.stringify(getBody(body))],
    queryFn: () =>
      api<CounterQuote>(`store/${store}/quote`, {
        method: 'POST',
        query: { language },
        body: { ...getBody(body), session_id: session, device, cashier },
      }),
    enabled: online && body.lines.length > 0,
    staleTime: 30_000,
    retry: false,
    networkMode: 'always',
  })
  return { quote: body === ticket && ticket.lines.length > 0 ? data : undefined, error: body === ticket ? error : undefined }
}
