import { defineError } from 'stoa'

export const NEEDS_ACCOUNT = defineError('FORM_NEEDS_ACCOUNT', 403, 'forms:error.needs_account')
export const CLOSED = defineError('FORM_CLOSED', 409, 'forms:error.closed')
export const FULL = defineError('FORM_FULL', 409, 'forms:error.full')
export const SUBMITTED = defineError('FORM_SUBMITTED', 409, 'forms:error.submitted')
export const CHANGED = defineError('FORM_CHANGED', 409, 'forms:error.changed')
