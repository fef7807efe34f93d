import { defineError } from 'stoa'

/** Another job with the same exclusive key is running. */
export const UNDER_WAY = defineError('RUN_UNDER_WAY', 409, 'runs:error.under_way')
