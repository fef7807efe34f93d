import { texts } from '../texts.ts'

/** Texts of the media library. */
export const useTexts = texts('media')
