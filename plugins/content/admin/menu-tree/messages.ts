import { messages } from '../messages.ts'

/** Messages of the menu editor. */
export const useMessages = messages('menuTree')
