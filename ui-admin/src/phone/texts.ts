import { getTexts } from '../i18n/texts.ts'

/** Texts of pages for phones. */
export const useMessages = getTexts('phone')
