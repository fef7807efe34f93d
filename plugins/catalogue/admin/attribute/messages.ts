import { messages } from '../messages.ts'

/** Messages of attributes. */
export const useMessages = messages('attribute')
