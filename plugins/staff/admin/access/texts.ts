import { texts } from '../texts.ts'

/** Messages of the page that explains permissions. */
export const useMessages = texts('access')
