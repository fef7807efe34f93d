import { texts } from '../texts.ts'

/** Messages of the menu editor. */
export const useMessages = texts('menuTree')
