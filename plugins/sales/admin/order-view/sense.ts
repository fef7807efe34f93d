import type { ActionInfo } from 'stoa/api-types'
import type { FullOrder } from './types.ts'

interface StoredSense {
  status: string
  paid: string
  refunded: string
  units_shipped: number
  units_total?: number
  /** All that was paid goes back; cards of a board do not know. */
  going_back?: boolean
}

const awaits = ({ status }: Pick<StoredSense, 'status'>) => ['pending', 'payment_review', 'payment_reject'].includes(status)
const keeps = ({ paid, refunded }: Pick<StoredSense, 'paid' | 'refunded'>) => Number(paid) > Number(refunded)

/** What is still to be paid, in the order's currency. */
export const getDue = ({ total, paid, refunded_excess }: { total: string; paid: string; refunded_excess: string }): string =>
  (Number(total) - Number(paid) + Number(refunded_excess)).toFixed(2)

/** What is refused once something was sent: that has to come back first. */
const takesAllBack = new Set(['call_off', 'resolve_canceled'])

/** What hands goods over; refused while all that was paid for them goes back. */
const handsOver = new Set(['process', 'ship', 'complete'])

/** Whether a move its status allows makes sense for an order of which so much was sent, and whose money is kept or not. */
export const makesSense = (order: StoredSense, { name }: ActionInfo): boolean => {
  const { units_shipped, units_total = 0, going_back = false } = order
  if (!awaits(order) && name === 'receive') return false
  // An order that waits for its money is canceled as it is, or with what came of it given back.
  if (awaits(order) && name === (keeps(order) ? 'cancel' : 'call_off')) return false
  if (units_shipped > 0 && takesAllBack.has(name)) return false
  return !(going_back && units_shipped < units_total && handsOver.has(name))
}

/** Nobody has to look after these any more. */
const over = new Set(['completed', 'canceled', 'refunded'])

/** Whether it makes sense to ask who takes care of an order. */
export function mayAssign({ status, assigned_to }: FullOrder['order'], { name }: ActionInfo, me: number): boolean {
  if (name === 'take') return assigned_to !== me && !over.has(status)
  return name !== 'assign' || assigned_to !== null || !over.has(status)
}
