import { api, useDebounced, useT } from 'stoa/admin'
import { useQuery } from '@tanstack/react-query'
import type { CounterQuote } from '../../api-types.ts'
import { getBody, type Ticket } from './ticket.ts'

const REST_MS = 250

/** Store and cashier of a sale. */
interface Asking {
  store: number
  session: number
  device: string
  cashier: string
}

/** The sale as priced by the server, with promotions and customer prices. Undefined without a request or response. */
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
