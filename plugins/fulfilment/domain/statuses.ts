import type { Transition } from 'stoa'

type Table = Record<string, Pick<Transition, 'from' | 'to' | 'manual'>>

export const shipmentStatuses = ['draft', 'processing', 'shipped', 'received', 'completed', 'canceled', 'abnormal'] as const

/** Transitions of a shipment. All are made by code that locks the order first. */
export const shipmentTransitions = {
  pick: { from: ['draft'], to: 'processing', manual: false },
  ship: { from: ['draft', 'processing'], to: 'shipped', manual: false },
  receive: { from: ['shipped', 'abnormal'], to: 'received', manual: false },
  complete: { from: ['received'], to: 'completed', manual: false },
  cancel: { from: ['draft', 'processing', 'abnormal'], to: 'canceled', manual: false },
  report: { from: ['shipped'], to: 'abnormal', manual: false },
} as const satisfies Table
