import { texts } from '../texts.ts'

/** Messages of stock and stock movements of a product. */
export const useMessages = texts('ofProduct')
