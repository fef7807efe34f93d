import { defineError } from 'stoa'

/** The places are taken. */
export const FULL = defineError('BOOKING_FULL', 409, 'booking:error.full')
/** The event has no such time, or not for this visitor. */
export const NO_TIME = defineError('BOOKING_NO_TIME', 409, 'booking:error.no_time')
/** The hold has expired. */
export const HOLD_OVER = defineError('BOOKING_HOLD_OVER', 409, 'booking:error.hold_over')
/** The deadline has passed, or the limit of changes is reached. */
export const TOO_LATE = defineError('BOOKING_TOO_LATE', 409, 'booking:error.too_late')
/** The device was disabled, or never registered. */
export const DEVICE_OFF = defineError('BOOKING_DEVICE_OFF', 403, 'booking:error.device_off')
/** The event allows one booking per person and time. */
export const ALREADY_BOOKED = defineError('BOOKING_ALREADY', 409, 'booking:error.already_booked')
/** Places are available, so there is no waiting list. */
export const NOT_FULL = defineError('BOOKING_NOT_FULL', 409, 'booking:error.not_full')
