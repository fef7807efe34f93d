import { texts } from '../texts.ts'

/** Texts of rebuilding the search index. */
export const useMessages = texts('rebuild')
