import { api } from 'stoa/admin'
import type { AttemptList } from '../../admin-api-types.ts'

/** The attempts to pay for a document. Forgotten together with lists of payments, so that owners of documents need not know of them. */
export const attemptsQuery = (type: string, id: number) => ({
  queryKey: ['list', 'payment', 'attempts', type, id],
  queryFn: () => api<AttemptList>('payment/attempts', { query: { document_type: type, document_id: String(id) } }),
})
