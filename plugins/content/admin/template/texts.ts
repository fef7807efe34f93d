import { texts } from '../texts.ts'

/** Texts of the template's settings. */
export const useMessages = texts('template')
