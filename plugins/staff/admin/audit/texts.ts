import { texts } from '../texts.ts'

/** Texts of the audit log. */
export const useMessages = texts('audit')
