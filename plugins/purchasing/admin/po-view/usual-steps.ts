import type { DocumentRoad } from 'stoa/admin'
import type { PoStatus } from '../../domain/statuses.ts'

/** The usual steps of a purchase order. Includes approval where there was one, and partial receipt while items are outstanding. */
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
