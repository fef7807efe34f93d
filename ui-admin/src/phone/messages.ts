import { getTexts } from '../i18n/load-messages.ts'

/** Messages of pages for phones. */
export const useMessages = getTexts('phone')
