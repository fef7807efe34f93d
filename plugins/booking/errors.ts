import { defineError } from 'stoa'

/** Somebody else has the place. */
export const FULL = defineError('BOOKING_FULL', 409, 'booking:error.full')
/** Nothing begins at that time, or not for those who ask. */
export const NO_TIME = defineError('BOOKING_NO_TIME', 409, 'booking:error.no_time')
/** The booking is not held for whoever asks any more. */
export const HOLD_OVER = defineError('BOOKING_HOLD_OVER', 409, 'booking:error.hold_over')
/** It is too late, or was done too often. */
export const TOO_LATE = defineError('BOOKING_TOO_LATE', 409, 'booking:error.too_late')
/** The device was switched off, or never named. */
export const DEVICE_OFF = defineError('BOOKING_DEVICE_OFF', 403, 'booking:error.device_off')
/** The event takes one booking of a person for each time. */
export const ALREADY_BOOKED = defineError('BOOKING_ALREADY', 409, 'booking:error.already_booked')
/** There is a place: nobody has to wait for it. */
export const NOT_FULL = defineError('BOOKING_NOT_FULL', 409, 'booking:error.not_full')
