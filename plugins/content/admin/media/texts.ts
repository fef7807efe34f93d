import { texts } from '../texts.ts'

/** Texts of the media library. */
export const useMessages = texts('media')
