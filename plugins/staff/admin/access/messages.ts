import { messages } from '../messages.ts'

/** Messages of the page that explains permissions. */
export const useMessages = messages('access')
