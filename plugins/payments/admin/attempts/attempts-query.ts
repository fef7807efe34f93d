import { api } from 'stoa/admin'
import type { AttemptList } from '../../admin-api-types.ts'

/** Query of a document's attempts. Invalidated together with payment lists, so that plugins with documents need not know of it. */
export const attemptsQuery = (type: string, id: number) => ({
  queryKey: ['list', 'payment', 'attempts', type, id],
  queryFn: () => api<AttemptList>('payment/attempts', { query: { document_type: type, document_id: String(id) } }),
})
