import { transitions } from './statuses.ts'

/** What decides which moves an order makes by itself. */
export interface Progress {
  status: string
  /** Units that are sent or handed over, and how many of them left and arrived. */
  unitsTotal: number
  unitsSent: number
  unitsReceived: number
  /** No line of it is sent, handed over or done later. */
  isNothingHandedOver: boolean
  /** Something of it, such as a return, goes on. */
  isOpen: boolean
}

/** A move that an order makes by itself. */
export type AutomaticTransition = 'finish' | 'ship' | 'complete'

/** The move an order makes by itself as things are; undefined while it waits for somebody. */
export function getNextTransition({
  status,
  unitsTotal,
  unitsSent,
  unitsReceived,
  isNothingHandedOver,
  isOpen,
}: Progress): AutomaticTransition | undefined {
  if (status === 'paid' && unitsTotal === 0) return isNothingHandedOver ? 'finish' : undefined
  const isGone = unitsTotal > 0 && unitsSent >= unitsTotal
  if (isGone && (status === 'paid' || status === 'processing')) return 'ship'
  return status === 'shipped' && unitsReceived >= unitsTotal && !isOpen ? 'complete' : undefined
}

/** All moves an order makes by itself from here, in their order. */
export function listNextTransitions(progress: Progress): AutomaticTransition[] {
  const move = getNextTransition(progress)
  return move ? [move, ...listNextTransitions({ ...progress, status: transitions[move].to })] : []
}
