import { texts } from '../texts.ts'

/** Texts of receiving by scanning. */
export const useMessages = texts('scan')
