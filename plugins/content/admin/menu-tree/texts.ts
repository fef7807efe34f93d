import { texts } from '../texts.ts'

/** Texts of the menu editor. */
export const useMessages = texts('menuTree')
