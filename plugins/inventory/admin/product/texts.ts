import { texts } from '../texts.ts'

/** Texts of what lies of a product, and what came and went. */
export const useMessages = texts('ofProduct')
