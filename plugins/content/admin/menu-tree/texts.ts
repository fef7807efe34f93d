import { texts } from '../texts.ts'

/** Texts of the menu editor. */
export const useTexts = texts('menuTree')
