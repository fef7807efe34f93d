import { texts } from '../texts.ts'

/** Texts of the mail test. */
export const useTexts = texts('mailTest')
