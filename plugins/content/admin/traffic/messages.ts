import { messages } from '../messages.ts'

/** Messages of the traffic report. */
export const useMessages = messages('traffic')
