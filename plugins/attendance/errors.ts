import { defineError } from 'stoa'

/** A payroll locked the attendance of the day. */
export const ATTENDANCE_LOCKED = defineError('ATTENDANCE_LOCKED', 409, 'attendance:error.locked')

/** Another appeal of the attendance is open. */
export const APPEAL_OPEN = defineError('APPEAL_OPEN', 409, 'attendance:error.appeal_open')

/** Nobody decides about their own attendance. */
export const OWN_ATTENDANCE = defineError('OWN_ATTENDANCE', 403, 'attendance:error.own')

/** The browser is not a paired kiosk, or no longer. Not 401, which would end a staff session in the same browser. */
export const KIOSK_UNPAIRED = defineError('KIOSK_UNPAIRED', 403, 'attendance:error.kiosk_unpaired')

/** The pairing code is wrong, used or expired. */
export const WRONG_PAIRING_CODE = defineError('WRONG_PAIRING_CODE', 422, 'attendance:error.wrong_pairing_code')

/** Staff number and PIN do not belong together, or the employee does not work here today. */
export const WRONG_PIN = defineError('WRONG_PIN', 422, 'attendance:error.wrong_pin')
