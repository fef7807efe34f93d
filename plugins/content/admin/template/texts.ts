import { texts } from '../texts.ts'

/** Texts of the template's settings. */
export const useTexts = texts('template')
