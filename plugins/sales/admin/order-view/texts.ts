import { texts } from '../texts.ts'

/** Messages of the order screens. */
export const useMessages = texts()
