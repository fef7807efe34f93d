import { messages } from '../messages.ts'

/** Messages of the media library. */
export const useMessages = messages('media')
