import { defineError } from 'stoa'

/** The shop requires a verified e-mail address, and the account has none. */
export const EMAIL_UNVERIFIED = defineError('EMAIL_UNVERIFIED', 403, 'people:error.email_unverified')
/** A signed link was altered, expired, or belongs to an address that changed. */
export const INVALID_SIGNATURE = defineError('INVALID_SIGNATURE', 403, 'people:error.signature')
/** The feature is disabled in the settings. */
export const SWITCHED_OFF = defineError('SWITCHED_OFF', 403, 'people:error.switched_off')
/** No account is connected with the external identity. */
export const UNREGISTERED = defineError('UNREGISTERED', 403, 'people:error.unregistered')
