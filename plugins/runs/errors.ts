import { defineError } from 'stoa'

/** Work of which there is one at a time has been begun by somebody else. */
export const UNDER_WAY = defineError('RUN_UNDER_WAY', 409, 'runs:error.under_way')
