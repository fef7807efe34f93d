import { texts } from '../texts.ts'

/** Texts of the traffic report. */
export const useTexts = texts('traffic')
