import { defineError } from 'stoa'

/** A payroll locked the attendance of the day. */
export const ATTENDANCE_LOCKED = defineError('ATTENDANCE_LOCKED', 409, 'attendance:error.locked')

/** Another appeal of the attendance is open. */
export const APPEAL_OPEN = defineError('APPEAL_OPEN', 409, 'attendance:error.appeal_open')

/** Nobody decides about their own attendance. */
export const OWN_ATTENDANCE = defineError('OWN_ATTENDANCE', 403, 'attendance:error.own')
