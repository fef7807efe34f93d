import type { Transition } from 'stoa'

/** Every status word an order can carry. */
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

/** Not all of the money is there, and the order can still be paid. */
export const unpaid: readonly string[] = ['pending', 'payment_review', 'payment_reject']

/** Words of the two derived columns; the database derives them. */
export const paymentStatuses = ['pending', 'payment_review', 'payment_reject', 'paid', 'refunded', 'canceled', 'abnormal'] as const
export const fulfilmentStatuses = ['pending', 'processing', 'shipped', 'received', 'canceled'] as const

type Table = Record<string, Pick<Transition, 'from' | 'to' | 'intent' | 'confirm' | 'manual' | 'needs'>>

const resolving = { from: ['abnormal'], needs: 'resolve order' } as const

/** The table of permitted moves; what happens with each stands in `resources/order.ts`. */
export const transitions = {
  place: { from: ['draft'], to: 'pending', intent: 'primary' },
  review: { from: ['pending', 'payment_reject'], to: 'payment_review', intent: 'warning' },
  pay: { from: unpaid, to: 'paid', intent: 'success', confirm: true },
  reject: { from: ['pending', 'payment_review'], to: 'payment_reject', intent: 'danger', confirm: true },
  process: { from: ['paid'], to: 'processing', intent: 'primary' },
  ship: { from: ['paid', 'processing'], to: 'shipped', intent: 'primary', confirm: true },
  complete: { from: ['shipped', 'processing'], to: 'completed', intent: 'success' },
  cancel: { from: ['draft', ...unpaid], to: 'canceled', intent: 'danger', confirm: true },
  call_off: { from: [...unpaid, 'paid', 'processing'], to: 'canceled', intent: 'danger', confirm: true, needs: 'refund order' },
  flag: { from: orderStatuses.filter((s) => s !== 'abnormal' && s !== 'draft'), to: 'abnormal', intent: 'warning', needs: 'resolve order' },
  resolve_paid: { ...resolving, to: 'paid', intent: 'success' },
  resolve_processing: { ...resolving, to: 'processing', intent: 'primary' },
  resolve_canceled: { ...resolving, to: 'canceled', intent: 'danger', confirm: true },
  resolve_refunded: { ...resolving, to: 'refunded', intent: 'danger' },
  /** The ledger says that everything is there. */
  settled: { from: unpaid, to: 'paid', manual: false },
  /** A change made it cost more than was paid for it: it waits for the rest. */
  owe: { from: ['paid', 'processing'], to: 'pending', manual: false },
  retry: { from: ['payment_reject', 'payment_review'], to: 'pending', manual: false },
  /** Money came after the hold was over, and the goods could be held again. */
  reopen: { from: ['canceled'], to: 'paid', manual: false },
  /** Nothing of it is handed over. */
  finish: { from: ['pending', 'paid'], to: 'completed', manual: false },
  refunded: { from: ['paid', 'processing', 'shipped', 'completed'], to: 'refunded', manual: false },
} as const satisfies Table

/** The same with their resource, for code that its declaration calls. */
export const orderTransitions = { name: 'order', transitions } as const
