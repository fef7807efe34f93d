import { getTexts } from '../i18n/load-messages.ts'

/** Messages of the timeline. */
export const useMessages = getTexts('timeline')
