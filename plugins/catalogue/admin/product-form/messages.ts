import { messages } from '../messages.ts'

/** Messages of images, options and stock items of a product. */
export const useMessages = messages('productForm')
