import { getTexts } from '../i18n/texts.ts'

/** Texts of the view of a document. */
export const useMessages = getTexts('document')
