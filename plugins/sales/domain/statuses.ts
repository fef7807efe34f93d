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

type Table = Record<string, Pick<Move, 'from' | 'to' | 'intent' | 'confirm'>>

/** The table of permitted moves; what happens with each stands in `resources/order.ts`. */
export const moves = {
  review: { from: ['pending', 'payment_reject'], to: 'payment_review', intent: 'warning' },
  pay: { from: ['pending', 'payment_review', 'payment_reject'], to: 'paid', intent: 'success', confirm: true },
  reject: { from: ['pending', 'payment_review'], to: 'payment_reject', intent: 'danger', confirm: true },
  process: { from: ['paid'], to: 'processing', intent: 'primary' },
  ship: { from: ['paid', 'processing'], to: 'shipped', intent: 'primary' },
  complete: { from: ['shipped', 'processing'], to: 'completed', intent: 'success' },
  cancel: { from: ['draft', 'pending', 'payment_review', 'payment_reject'], to: 'canceled', intent: 'danger', confirm: true },
  refund: { from: ['paid', 'processing', 'shipped', 'completed'], to: 'refunded', intent: 'danger', confirm: true },
} as const satisfies Table
