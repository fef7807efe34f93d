import type { Transition } from 'stoa'

/** All statuses of a purchase order. */
export const poStatuses = [
  'draft',
  'pending',
  'approved',
  'rejected',
  'sent',
  'partial_received',
  'received',
  'completed',
  'canceled',
  'abnormal',
] as const

export type PoStatus = (typeof poStatuses)[number]

/** Statuses of orders with outstanding deliveries. */
export const underWay: readonly string[] = ['sent', 'partial_received']

type Table = Record<string, Pick<Transition, 'from' | 'to' | 'intent' | 'confirm' | 'manual' | 'needs'>>

const people = { needs: 'update po' } as const
const code = { manual: false } as const

/** Permitted transitions; `resources/po.ts` defines their effects. */
export const transitions = {
  submit: { ...people, from: ['draft'], to: 'pending', intent: 'primary', confirm: true },
  approve: { ...people, from: ['pending'], to: 'approved', intent: 'success', confirm: true },
  reject: { ...people, from: ['pending'], to: 'rejected', intent: 'danger' },
  revise: { ...people, from: ['rejected'], to: 'draft', intent: 'primary' },
  send: { ...people, from: ['approved'], to: 'sent', intent: 'primary', confirm: true },
  close: { ...people, from: ['received'], to: 'completed', intent: 'success' },
  short: { ...people, from: ['partial_received'], to: 'received', intent: 'warning' },
  cancel: { ...people, from: ['draft', 'pending', 'approved', 'rejected', 'sent'], to: 'canceled', intent: 'danger' },
  // Made by code: an order whose approval request was withdrawn becomes a draft again.
  recall: { ...code, from: ['pending'], to: 'draft' },
  // An order without approval is sent at once. Receipts determine its further status.
  release: { ...code, from: ['pending'], to: 'sent' },
  undo: { ...code, from: ['partial_received', 'received', 'abnormal'], to: 'sent' },
  part: { ...code, from: ['sent', 'received', 'abnormal'], to: 'partial_received' },
  fill: { ...code, from: ['sent', 'partial_received', 'abnormal'], to: 'received' },
  flag: { ...code, from: ['sent', 'partial_received', 'received'], to: 'abnormal' },
} as const satisfies Table

/** The transitions with their resource, for code that the resource definition calls. */
export const poTransitions = { name: 'po', transitions } as const

/** The transition to each status that receipts determine. */
export const moveTo = { sent: 'undo', partial_received: 'part', received: 'fill', abnormal: 'flag' } as const
