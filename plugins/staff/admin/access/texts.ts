import { texts } from '../texts.ts'

/** Texts of the page that explains rights. */
export const useMessages = texts('access')
