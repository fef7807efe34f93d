import { defineError } from 'stoa'

/** The address of an account was not verified yet, and the shop asks for that. */
export const EMAIL_UNVERIFIED = defineError('EMAIL_UNVERIFIED', 403, 'people:error.email_unverified')
/** A signed link was changed, ran out, or is about an address that changed. */
export const INVALID_SIGNATURE = defineError('INVALID_SIGNATURE', 403, 'people:error.signature')
/** What is asked for is switched off in the settings. */
export const SWITCHED_OFF = defineError('SWITCHED_OFF', 403, 'people:error.switched_off')
/** Nobody has connected an account with who signed in elsewhere. */
export const UNREGISTERED = defineError('UNREGISTERED', 403, 'people:error.unregistered')
