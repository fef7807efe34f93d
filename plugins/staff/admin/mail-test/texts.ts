import { texts } from '../texts.ts'

/** Texts of the mail test. */
export const useMessages = texts('mailTest')
