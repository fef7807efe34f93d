import { messages } from '../messages.ts'

/** Messages of reorder suggestions. */
export const useSuggestTexts = messages('suggestion')
