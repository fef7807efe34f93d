import type { Move } from '#core'

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

export type OrderStatus = (typeof orderStatuses)[number]

/** Nothing was captured yet, and the order can still be paid. */
export const unpaid: readonly string[] = ['pending', 'payment_review', 'payment_reject']

/** Words of the two derived columns; the database derives them. */
export const paymentStatuses = ['pending', 'payment_review', 'payment_reject', 'paid', 'refunded', 'canceled', 'abnormal'] as const
export const fulfilmentStatuses = ['pending', 'processing', 'shipped', 'received', 'canceled'] as const

type Table = Record<string, Pick<Move, 'from' | 'to' | 'intent' | 'confirm' | 'manual' | 'needs'>>

const resolving = { from: ['abnormal'], needs: 'resolve order' } as const

/** The table of permitted moves; what happens with each stands in `resources/order.ts`. */
export const moves = {
  place: { from: ['draft'], to: 'pending', intent: 'primary' },
  review: { from: ['pending', 'payment_reject'], to: 'payment_review', intent: 'warning' },
  pay: { from: unpaid, to: 'paid', intent: 'success', confirm: true },
  reject: { from: ['pending', 'payment_review'], to: 'payment_reject', intent: 'danger', confirm: true },
  process: { from: ['paid'], to: 'processing', intent: 'primary' },
  ship: { from: ['paid', 'processing'], to: 'shipped', intent: 'primary', confirm: true },
  complete: { from: ['shipped', 'processing'], to: 'completed', intent: 'success' },
  cancel: { from: ['draft', ...unpaid], to: 'canceled', intent: 'danger', confirm: true },
  call_off: { from: ['paid', 'processing'], to: 'canceled', intent: 'danger', confirm: true, needs: 'refund order' },
  flag: { from: orderStatuses.filter((s) => s !== 'abnormal' && s !== 'draft'), to: 'abnormal', intent: 'warning', needs: 'resolve order' },
  resolve_paid: { ...resolving, to: 'paid', intent: 'success' },
  resolve_processing: { ...resolving, to: 'processing', intent: 'primary' },
  resolve_canceled: { ...resolving, to: 'canceled', intent: 'danger', confirm: true },
  resolve_refunded: { ...resolving, to: 'refunded', intent: 'danger' },
  /** The ledger says that everything is there. */
  settled: { from: unpaid, to: 'paid', manual: false },
  retry: { from: ['payment_reject'], to: 'pending', manual: false },
  /** Money came after the hold was over, and the goods could be held again. */
  reopen: { from: ['canceled'], to: 'paid', manual: false },
  /** Nothing of it is handed over. */
  finish: { from: ['pending', 'paid'], to: 'completed', manual: false },
  refunded: { from: ['paid', 'processing', 'shipped', 'completed'], to: 'refunded', manual: false },
} as const satisfies Table

export const shipmentStatuses = ['draft', 'processing', 'shipped', 'received', 'completed', 'canceled', 'abnormal'] as const

/** Moves of a shipment. All by code, which locks the order first. */
export const shipmentMoves = {
  pick: { from: ['draft'], to: 'processing', manual: false },
  ship: { from: ['draft', 'processing'], to: 'shipped', manual: false },
  receive: { from: ['shipped', 'abnormal'], to: 'received', manual: false },
  complete: { from: ['received'], to: 'completed', manual: false },
  cancel: { from: ['draft', 'processing', 'abnormal'], to: 'canceled', manual: false },
  report: { from: ['shipped'], to: 'abnormal', manual: false },
} as const satisfies Table

export const returnStatuses = ['pending', 'approved', 'rejected', 'partial_received', 'received', 'completed', 'canceled'] as const

export const returnMoves = {
  approve: { from: ['pending'], to: 'approved', manual: false },
  reject: { from: ['pending'], to: 'rejected', manual: false },
  part: { from: ['approved'], to: 'partial_received', manual: false },
  receive: { from: ['approved', 'partial_received'], to: 'received', manual: false },
  complete: { from: ['received', 'approved'], to: 'completed', manual: false },
  cancel: { from: ['pending', 'approved'], to: 'canceled', manual: false },
} as const satisfies Table

export const refundStatuses = ['pending', 'approved', 'process', 'completed', 'rejected', 'abnormal', 'canceled'] as const

export const refundMoves = {
  approve: { from: ['pending'], to: 'approved', manual: false },
  reject: { from: ['pending'], to: 'rejected', manual: false },
  /** Whoever asked took it back. */
  withdraw: { from: ['pending'], to: 'canceled', manual: false },
  begin: { from: ['approved', 'abnormal'], to: 'process', manual: false },
  complete: { from: ['process', 'abnormal'], to: 'completed', manual: false },
  fail: { from: ['process'], to: 'abnormal', manual: false },
  cancel: { from: ['abnormal'], to: 'canceled', manual: false },
} as const satisfies Table
