import { messages } from '../messages.ts'

/** Messages of receiving by scan. */
export const useMessages = messages('scan')
