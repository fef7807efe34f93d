import { texts } from '../texts.ts'

/** Messages of images, options and stock items of a product. */
export const useMessages = texts('productForm')
