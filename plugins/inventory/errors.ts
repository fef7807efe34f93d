import { defineError } from 'stoa'

export const NOT_COUNTING = defineError('NOT_COUNTING', 409, 'inventory:error.not_counting')
