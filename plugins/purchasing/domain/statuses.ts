import type { Transition } from 'stoa'

/** Every status word a purchase order can carry. */
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

/** Orders whose goods are on their way. */
export const underWay: readonly string[] = ['sent', 'partial_received']

type Table = Record<string, Pick<Transition, 'from' | 'to' | 'intent' | 'confirm' | 'manual' | 'needs'>>

const people = { needs: 'update po' } as const
const code = { manual: false } as const

/** The table of permitted moves; what happens with each stands in `resources/po.ts`. */
export const transitions = {
  submit: { ...people, from: ['draft'], to: 'pending', intent: 'primary', confirm: true },
  approve: { ...people, from: ['pending'], to: 'approved', intent: 'success', confirm: true },
  reject: { ...people, from: ['pending'], to: 'rejected', intent: 'danger' },
  revise: { ...people, from: ['rejected'], to: 'draft', intent: 'primary' },
  send: { ...people, from: ['approved'], to: 'sent', intent: 'primary', confirm: true },
  close: { ...people, from: ['received'], to: 'completed', intent: 'success' },
  short: { ...people, from: ['partial_received'], to: 'received', intent: 'warning' },
  cancel: { ...people, from: ['draft', 'pending', 'approved', 'rejected', 'sent'], to: 'canceled', intent: 'danger' },
  // What code does: an order whose request for approval was taken back can be changed again.
  recall: { ...code, from: ['pending'], to: 'draft' },
  // An order that needs no approval goes out at once, and receipts decide how far it is.
  release: { ...code, from: ['pending'], to: 'sent' },
  undo: { ...code, from: ['partial_received', 'received', 'abnormal'], to: 'sent' },
  part: { ...code, from: ['sent', 'received', 'abnormal'], to: 'partial_received' },
  fill: { ...code, from: ['sent', 'partial_received', 'abnormal'], to: 'received' },
  flag: { ...code, from: ['sent', 'partial_received', 'received'], to: 'abnormal' },
} as const satisfies Table

/** The same with their resource, for code that its declaration calls. */
export const poTransitions = { name: 'po', transitions } as const

/** The move that leads to a status receipts decide on. */
export const moveTo = { sent: 'undo', partial_received: 'part', received: 'fill', abnormal: 'flag' } as const
