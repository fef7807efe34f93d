import { texts } from '../../texts.ts'

/** Texts of the grid of stocks. */
export const useMessages = texts('grid')
