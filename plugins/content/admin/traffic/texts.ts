import { texts } from '../texts.ts'

/** Messages of the traffic report. */
export const useMessages = texts('traffic')
