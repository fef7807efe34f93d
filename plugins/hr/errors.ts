import { defineError } from 'stoa'

/** The account has no employee record. `extra.ask` names up to three staff members who can add one. */
export const NO_EMPLOYEE_RECORD = defineError('NO_EMPLOYEE_RECORD', 403, 'hr:error.no_employee_record')

/** The setting `enabled` of the group `employee` is off. */
export const SELF_SERVICE_OFF = defineError('SELF_SERVICE_OFF', 403, 'hr:error.self_service_off')
