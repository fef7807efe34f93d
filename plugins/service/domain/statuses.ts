import type { Transition } from 'stoa'

/** All statuses of an application. */
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

/** Statuses in which the order cannot be completed yet. */
export const working = ['paid', 'processing', 'abnormal'] as const satisfies readonly ApplicationStatus[]

/** Statuses before payment. */
export const unpaid = ['draft', 'pending', 'approved'] as const satisfies readonly ApplicationStatus[]

type Table = Record<string, Pick<Transition, 'from' | 'to' | 'intent' | 'confirm' | 'manual' | 'needs'>>

const byDesk = { needs: 'update application' } as const

/** Permitted transitions; `resources/application.ts` defines their effects. */
export const transitions = {
  /** Made by a route of its own, which also creates the order. */
  approve: { from: ['pending'], to: 'approved', manual: false },
  reject: { from: ['pending'], to: 'rejected', intent: 'danger', confirm: true, ...byDesk },
  reopen: { from: ['rejected'], to: 'pending', ...byDesk },
  /** Made when the order is paid. */
  pay: { from: ['draft', 'approved', 'canceled'], to: 'paid', manual: false },
  begin: { from: ['paid'], to: 'processing', intent: 'primary', ...byDesk },
  complete: { from: ['processing'], to: 'completed', intent: 'success', ...byDesk },
  flag: { from: ['processing'], to: 'abnormal', intent: 'warning', ...byDesk },
  resume: { from: ['abnormal'], to: 'processing', intent: 'primary', ...byDesk },
  cancel: { from: ['pending'], to: 'canceled', intent: 'danger', confirm: true, ...byDesk },
  give_up: { from: ['abnormal'], to: 'canceled', intent: 'danger', confirm: true, ...byDesk },
  /** Made when the order is canceled or fully refunded. */
  drop: { from: ['approved', 'paid', 'processing', 'abnormal'], to: 'canceled', manual: false },
} as const satisfies Table
