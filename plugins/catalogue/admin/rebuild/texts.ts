import { texts } from '../texts.ts'

/** Messages of the index rebuild. */
export const useMessages = texts('rebuild')
