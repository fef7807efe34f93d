import { texts } from '../texts.ts'

/** Messages of the e-mail test. */
export const useMessages = texts('mailTest')
