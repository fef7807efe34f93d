import { texts } from '../texts.ts'

/** Texts of what to order. */
export const useSuggestTexts = texts('suggestion')
