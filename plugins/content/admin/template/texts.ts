import { texts } from '../texts.ts'

/** Messages of the template settings. */
export const useMessages = texts('template')
