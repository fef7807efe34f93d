import { texts } from '../texts.ts'

/** Texts of the pictures, options and stocks of a product. */
export const useMessages = texts('productForm')
