import type { DocumentRoad } from 'stoa/admin'
import type { PoStatus } from '../../domain/statuses.ts'

/** The usual way of an order. Approval stands there for those that were approved, a part that came for as long as the rest is awaited. */
export function getRoad(status: PoStatus, past: readonly PoStatus[]): DocumentRoad {
  const approved = status === 'approved' || past.includes('approved')
  return [
    'draft',
    'pending',
    ...(approved ? (['approved'] as const) : []),
    'sent',
    ...(status === 'partial_received' ? (['partial_received'] as const) : []),
    'received',
    'completed',
  ]
}
