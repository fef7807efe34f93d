import { defineError } from 'stoa'

export const PRINTING_BUSY = defineError('PRINTING_BUSY', 429, 'documents:error.busy')
