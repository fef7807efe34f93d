import type { Transition } from 'stoa'

/** Every status of an order. */
export const orderStatuses = [
  'draft',
  'pending',
  'payment_review',
  'payment_reject',
  'paid',
  'processing',
  'shipped',
  'completed',
  'canceled',
  'refunded',
  'abnormal',
] as const

/** Statuses of orders that are not fully paid and can still be paid. */
export const unpaid: readonly string[] = ['pending', 'payment_review', 'payment_reject']

/** Values of the two derived columns; the database computes them. */
export const paymentStatuses = ['pending', 'payment_review', 'payment_reject', 'paid', 'refunded', 'canceled', 'abnormal'] as const
export const fulfilmentStatuses = ['pending', 'processing', 'shipped', 'received', 'canceled'] as const

type Table = Record<string, Pick<Transition, 'from' | 'to' | 'intent' | 'confirm' | 'manual' | 'needs'>>

const resolving = { from: ['abnormal'], needs: 'resolve order' } as const

/** The allowed transitions; their effects are in `services/order/effects.ts`. */
export const transitions = {
  place: { from: ['draft'], to: 'pending', intent: 'primary' },
  review: { from: ['pending', 'payment_reject'], to: 'payment_review', intent: 'warning' },
  pay: { from: unpaid, to: 'paid', intent: 'success', confirm: true },
  reject: { from: ['pending', 'payment_review'], to: 'payment_reject', intent: 'danger', confirm: true },
  process: { from: ['paid'], to: 'processing', intent: 'primary' },
  ship: { from: ['paid', 'processing'], to: 'shipped', intent: 'primary', confirm: true },
  complete: { from: ['shipped', 'processing'], to: 'completed', intent: 'success' },
  cancel: { from: ['draft', ...unpaid], to: 'canceled', intent: 'danger', confirm: true },
  /** Cancels an order that may be paid, and refunds it. */
  call_off: { from: [...unpaid, 'paid', 'processing'], to: 'canceled', intent: 'danger', confirm: true, needs: 'refund order' },
  flag: { from: orderStatuses.filter((s) => s !== 'abnormal' && s !== 'draft'), to: 'abnormal', intent: 'warning', needs: 'resolve order' },
  resolve_paid: { ...resolving, to: 'paid', intent: 'success' },
  resolve_processing: { ...resolving, to: 'processing', intent: 'primary' },
  resolve_canceled: { ...resolving, to: 'canceled', intent: 'danger', confirm: true },
  resolve_refunded: { ...resolving, to: 'refunded', intent: 'danger' },
  /** The payment ledger reports the full amount. */
  settled: { from: unpaid, to: 'paid', manual: false },
  /** A change raised the total above the paid amount; the order waits for the rest. */
  owe: { from: ['paid', 'processing'], to: 'pending', manual: false },
  retry: { from: ['payment_reject', 'payment_review'], to: 'pending', manual: false },
  /** A payment arrived after the reservation expired, and the stock could be reserved again. */
  reopen: { from: ['canceled'], to: 'paid', manual: false },
  /** No line needs to be handed over. */
  finish: { from: ['pending', 'paid'], to: 'completed', manual: false },
  refunded: { from: ['paid', 'processing', 'shipped', 'completed'], to: 'refunded', manual: false },
} as const satisfies Table

/** The transitions with the name of their resource, for code that the resource declaration imports. */
export const orderTransitions = { name: 'order', transitions } as const
