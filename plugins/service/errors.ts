import { defineError } from '#core'

/** The service is not offered any more. */
export const NOT_OFFERED = defineError('SERVICE_NOT_OFFERED', 409, 'service:error.not_offered')
