import { messages } from '../messages.ts'

/** Messages of the order screens. */
export const useMessages = messages()
