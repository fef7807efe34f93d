import type { Transition } from 'stoa'

/** Every status word a booking can carry. */
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

/** Those that hold places. */
export const occupying = [
  'draft',
  'pending',
  'approved',
  'present',
  'absent',
  'completed',
  'abnormal',
] as const satisfies readonly BookingStatus[]

/** Those that still lie ahead of their time. */
export const ahead = ['pending', 'approved', 'abnormal'] as const satisfies readonly BookingStatus[]

type Table = Record<string, Pick<Transition, 'from' | 'to' | 'intent' | 'confirm' | 'manual' | 'needs'>>

const byDesk = { needs: 'update booking' } as const

/** The table of permitted moves; what happens with each stands in `resources/booking.ts`. */
export const transitions = {
  /** Somebody asked for it: an order was placed, or nothing has to be paid. */
  ask: { from: ['draft'], to: 'pending', manual: false },
  /** Nobody went on with it in time. */
  expire: { from: ['draft'], to: 'canceled', manual: false },
  /** Its order was given up and is paid after all: it has its places again. */
  regain: { from: ['canceled'], to: 'pending', manual: false },
  approve: { from: ['pending', 'abnormal'], to: 'approved', intent: 'success', ...byDesk },
  reject: { from: ['pending'], to: 'rejected', intent: 'danger', confirm: true, ...byDesk },
  attend: { from: ['approved', 'absent'], to: 'present', intent: 'success', ...byDesk },
  /** The first of it came in. */
  arrive: { from: ['approved', 'absent'], to: 'present', manual: false },
  /** The last of it was taken back. */
  leave: { from: ['present'], to: 'approved', manual: false },
  miss: { from: ['approved', 'present'], to: 'absent', intent: 'warning', ...byDesk },
  complete: { from: ['approved', 'present'], to: 'completed', intent: 'success', ...byDesk },
  flag: { from: ['pending', 'approved'], to: 'abnormal', intent: 'warning', ...byDesk },
  cancel: { from: ahead, to: 'canceled', intent: 'danger', confirm: true, ...byDesk },
  /** Its order was given up. */
  drop: { from: ahead, to: 'canceled', manual: false },
  /** All the money of its order went back. */
  refunded: { from: ['canceled', 'rejected', 'completed', 'present', 'absent'], to: 'refunded', manual: false },
} as const satisfies Table

/** The same with their resource, for code that its declaration calls. */
export const bookingTransitions = { name: 'booking', transitions } as const
