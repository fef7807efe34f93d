import { texts } from '../texts.ts'

/** Messages of the media library. */
export const useMessages = texts('media')
