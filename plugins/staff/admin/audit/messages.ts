import { messages } from '../messages.ts'

/** Messages of the audit log. */
export const useMessages = messages('audit')
