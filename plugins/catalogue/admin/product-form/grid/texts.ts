import { texts } from '../../texts.ts'

/** Messages of the grid. */
export const useMessages = texts('grid')
