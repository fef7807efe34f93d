import { texts } from '../texts.ts'

/** Texts of attributes and of what products carry of them. */
export const useMessages = texts('attribute')
