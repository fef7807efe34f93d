import { transitions } from './statuses.ts'

/** What decides which automatic transitions an order makes. */
export interface Progress {
  status: string
  /** Units to ship or hand over, and how many of them were shipped and delivered. */
  unitsTotal: number
  unitsSent: number
  unitsReceived: number
  /** No line is shipped, handed over or delivered later. */
  isNothingHandedOver: boolean
  /** It has open work, such as a return. */
  isOpen: boolean
}

/** A transition that an order makes automatically. */
export type AutomaticTransition = 'finish' | 'ship' | 'complete'

/** The next automatic transition; undefined if the order waits for a person or an event. */
export function getNextTransition({
  status,
  unitsTotal,
  unitsSent,
  unitsReceived,
  isNothingHandedOver,
  isOpen,
}: Progress): AutomaticTransition | undefined {
  if (status === 'paid' && unitsTotal === 0) return isNothingHandedOver ? 'finish' : undefined
  const isFullyShipped = unitsTotal > 0 && unitsSent >= unitsTotal
  if (isFullyShipped && (status === 'paid' || status === 'processing')) return 'ship'
  return status === 'shipped' && unitsReceived >= unitsTotal && !isOpen ? 'complete' : undefined
}

/** All automatic transitions from here, in order. */
export function listNextTransitions(progress: Progress): AutomaticTransition[] {
  const transition = getNextTransition(progress)
  return transition ? [transition, ...listNextTransitions({ ...progress, status: transitions[transition].to })] : []
}
