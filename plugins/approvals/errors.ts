import { defineError } from 'stoa'

export const OWN_REQUEST = defineError('OWN_REQUEST', 403, 'approvals:error.own')
export const NOT_YOURS = defineError('NOT_YOURS_TO_DECIDE', 403, 'approvals:error.not_yours')
export const DECIDED = defineError('ALREADY_DECIDED', 409, 'approvals:error.decided')
export const FALLEN = defineError('REQUEST_FALLEN', 409, 'approvals:error.fallen')
