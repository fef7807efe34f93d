import type { Transition } from 'stoa'

/** Every status word an application can carry. */
export const applicationStatuses = [
  'draft',
  'pending',
  'approved',
  'paid',
  'processing',
  'completed',
  'rejected',
  'canceled',
  'abnormal',
] as const
export type ApplicationStatus = (typeof applicationStatuses)[number]

/** Those whose order cannot be completed yet. */
export const working = ['paid', 'processing', 'abnormal'] as const satisfies readonly ApplicationStatus[]

/** Those nothing was paid for yet. */
export const unpaid = ['draft', 'pending', 'approved'] as const satisfies readonly ApplicationStatus[]

type Table = Record<string, Pick<Transition, 'from' | 'to' | 'intent' | 'confirm' | 'manual' | 'needs'>>

const byDesk = { needs: 'update application' } as const

/** The table of permitted moves; what happens with each stands in `resources/application.ts`. */
export const transitions = {
  /** Its order is written with it, by a route of its own. */
  approve: { from: ['pending'], to: 'approved', manual: false },
  reject: { from: ['pending'], to: 'rejected', intent: 'danger', confirm: true, ...byDesk },
  reopen: { from: ['rejected'], to: 'pending', ...byDesk },
  /** Its order is paid. */
  pay: { from: ['draft', 'approved', 'canceled'], to: 'paid', manual: false },
  begin: { from: ['paid'], to: 'processing', intent: 'primary', ...byDesk },
  complete: { from: ['processing'], to: 'completed', intent: 'success', ...byDesk },
  flag: { from: ['processing'], to: 'abnormal', intent: 'warning', ...byDesk },
  resume: { from: ['abnormal'], to: 'processing', intent: 'primary', ...byDesk },
  cancel: { from: ['pending'], to: 'canceled', intent: 'danger', confirm: true, ...byDesk },
  give_up: { from: ['abnormal'], to: 'canceled', intent: 'danger', confirm: true, ...byDesk },
  /** Its order was given up, or all its money went back. */
  drop: { from: ['approved', 'paid', 'processing', 'abnormal'], to: 'canceled', manual: false },
} as const satisfies Table
