import type { ActionInfo } from 'stoa/api-types'
import type { FullOrder } from './types.ts'

interface StoredSense {
  status: string
  paid: string
  refunded: string
  units_shipped: number
  units_total?: number
  /** The full amount is being refunded; cards of a board do not have this value. */
  going_back?: boolean
}

const awaits = ({ status }: Pick<StoredSense, 'status'>) => ['pending', 'payment_review', 'payment_reject'].includes(status)
const keeps = ({ paid, refunded }: Pick<StoredSense, 'paid' | 'refunded'>) => Number(paid) > Number(refunded)

/** Amount due in the order's currency. */
export const getDue = ({ total, paid, refunded_excess }: { total: string; paid: string; refunded_excess: string }): string =>
  (Number(total) - Number(paid) + Number(refunded_excess)).toFixed(2)

/** Actions that are rejected once a unit was shipped: it has to be returned first. */
const takesAllBack = new Set(['call_off', 'resolve_canceled'])

/** Actions that hand over items; rejected while the full amount is being refunded. */
const handsOver = new Set(['process', 'ship', 'complete'])

/** Whether an allowed transition makes sense for the order's shipped units and payments. */
export const makesSense = (order: StoredSense, { name }: ActionInfo): boolean => {
  const { units_shipped, units_total = 0, going_back = false } = order
  if (!awaits(order) && name === 'receive') return false
  // An unpaid order is canceled directly; a partly paid one is canceled with a refund.
  if (awaits(order) && name === (keeps(order) ? 'cancel' : 'call_off')) return false
  if (units_shipped > 0 && takesAllBack.has(name)) return false
  return !(going_back && units_shipped < units_total && handsOver.has(name))
}

/** Finished statuses, which need no assignee. */
const over = new Set(['completed', 'canceled', 'refunded'])

/** Whether to offer an assignment action for the order. */
export function mayAssign({ status, assigned_to }: FullOrder['order'], { name }: ActionInfo, me: number): boolean {
  if (name === 'take') return assigned_to !== me && !over.has(status)
  return name !== 'assign' || assigned_to !== null || !over.has(status)
}
