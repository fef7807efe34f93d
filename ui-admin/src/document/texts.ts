import { getTexts } from '../i18n/texts.ts'

/** Messages of the document view. */
export const useMessages = getTexts('document')
