import { texts } from '../texts.ts'

/** Texts of the traffic report. */
export const useMessages = texts('traffic')
