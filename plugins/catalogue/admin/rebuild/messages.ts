import { messages } from '../messages.ts'

/** Messages of the index rebuild. */
export const useMessages = messages('rebuild')
