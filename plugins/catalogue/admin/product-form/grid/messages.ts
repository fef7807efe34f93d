import { messages } from '../../messages.ts'

/** Messages of the grid. */
export const useMessages = messages('grid')
