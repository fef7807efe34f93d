import { messages } from '../messages.ts'

/** Messages of stock and stock movements of a product. */
export const useMessages = messages('ofProduct')
