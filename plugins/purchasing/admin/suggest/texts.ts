import { texts } from '../texts.ts'

/** Messages of reorder suggestions. */
export const useSuggestTexts = texts('suggestion')
