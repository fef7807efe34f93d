import type { Transition } from 'stoa'

type Table = Record<string, Pick<Transition, 'from' | 'to' | 'manual'>>

export const returnStatuses = ['pending', 'approved', 'rejected', 'partial_received', 'received', 'completed', 'canceled'] as const

export const returnTransitions = {
  approve: { from: ['pending'], to: 'approved', manual: false },
  reject: { from: ['pending'], to: 'rejected', manual: false },
  part: { from: ['approved'], to: 'partial_received', manual: false },
  receive: { from: ['approved', 'partial_received'], to: 'received', manual: false },
  complete: { from: ['received', 'approved'], to: 'completed', manual: false },
  cancel: { from: ['pending', 'approved'], to: 'canceled', manual: false },
} as const satisfies Table

export const refundStatuses = ['pending', 'approved', 'process', 'completed', 'rejected', 'abnormal', 'canceled'] as const

export const refundTransitions = {
  approve: { from: ['pending'], to: 'approved', manual: false },
  reject: { from: ['pending'], to: 'rejected', manual: false },
  /** Withdrawn by the requester. */
  withdraw: { from: ['pending'], to: 'canceled', manual: false },
  begin: { from: ['approved', 'abnormal'], to: 'process', manual: false },
  complete: { from: ['process', 'abnormal'], to: 'completed', manual: false },
  fail: { from: ['process'], to: 'abnormal', manual: false },
  cancel: { from: ['abnormal'], to: 'canceled', manual: false },
} as const satisfies Table

/** Whether an order can be refunded by lines: while it awaits payment, payments are refunded directly or with the order. */
export const canRefundLines = (orderStatus: string): boolean =>
  !['draft', 'pending', 'payment_review', 'payment_reject'].includes(orderStatus)
