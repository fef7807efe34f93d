import { texts } from '../texts.ts'

/** Messages of attributes. */
export const useMessages = texts('attribute')
