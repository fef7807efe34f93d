import { getTexts } from '../i18n/texts.ts'

/** Messages of pages for phones. */
export const useMessages = getTexts('phone')
