import { messages } from '../messages.ts'

/** Messages of the template settings. */
export const useMessages = messages('template')
