import { texts } from '../texts.ts'

/** Messages of receiving by scan. */
export const useMessages = texts('scan')
