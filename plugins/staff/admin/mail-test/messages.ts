import { messages } from '../messages.ts'

/** Messages of the e-mail test. */
export const useMessages = messages('mailTest')
