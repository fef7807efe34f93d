import type { Transition } from 'stoa'

/** Every status of a booking. */
export const bookingStatuses = [
  'draft',
  'pending',
  'approved',
  'present',
  'absent',
  'completed',
  'rejected',
  'canceled',
  'refunded',
  'abnormal',
] as const
export type BookingStatus = (typeof bookingStatuses)[number]

/** Statuses that hold places. */
export const occupying = [
  'draft',
  'pending',
  'approved',
  'present',
  'absent',
  'completed',
  'abnormal',
] as const satisfies readonly BookingStatus[]

/** Statuses before the booking takes place. */
export const ahead = ['pending', 'approved', 'abnormal'] as const satisfies readonly BookingStatus[]

type Table = Record<string, Pick<Transition, 'from' | 'to' | 'intent' | 'confirm' | 'manual' | 'needs'>>

const byDesk = { needs: 'update booking' } as const

/** The allowed transitions; their effects are in `resources/booking.ts`. */
export const transitions = {
  /** Requested: an order was placed, or no payment is needed. */
  ask: { from: ['draft'], to: 'pending', manual: false },
  /** The hold expired. */
  expire: { from: ['draft'], to: 'canceled', manual: false },
  /** The canceled order was paid after all, and the places were taken again. */
  regain: { from: ['canceled'], to: 'pending', manual: false },
  approve: { from: ['pending', 'abnormal'], to: 'approved', intent: 'success', ...byDesk },
  reject: { from: ['pending'], to: 'rejected', intent: 'danger', confirm: true, ...byDesk },
  attend: { from: ['approved', 'absent'], to: 'present', intent: 'success', ...byDesk },
  /** The first guest was checked in. */
  arrive: { from: ['approved', 'absent'], to: 'present', manual: false },
  /** The last check-in was undone. */
  leave: { from: ['present'], to: 'approved', manual: false },
  miss: { from: ['approved', 'present'], to: 'absent', intent: 'warning', ...byDesk },
  complete: { from: ['approved', 'present'], to: 'completed', intent: 'success', ...byDesk },
  flag: { from: ['pending', 'approved'], to: 'abnormal', intent: 'warning', ...byDesk },
  cancel: { from: ahead, to: 'canceled', intent: 'danger', confirm: true, ...byDesk },
  /** The order was canceled. */
  drop: { from: ahead, to: 'canceled', manual: false },
  /** The order was fully refunded. */
  refunded: { from: ['canceled', 'rejected', 'completed', 'present', 'absent'], to: 'refunded', manual: false },
} as const satisfies Table

/** The transitions with the name of their resource, for code that the resource declaration imports. */
export const bookingTransitions = { name: 'booking', transitions } as const
