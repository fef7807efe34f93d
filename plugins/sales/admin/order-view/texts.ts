import { texts } from '../texts.ts'

/** Texts of the screens of orders. */
export const useMessages = texts()
