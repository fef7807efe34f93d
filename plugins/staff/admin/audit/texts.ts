import { texts } from '../texts.ts'

/** Messages of the audit log. */
export const useMessages = texts('audit')
