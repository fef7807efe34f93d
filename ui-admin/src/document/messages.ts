import { getTexts } from '../i18n/load-messages.ts'

/** Messages of the document view. */
export const useMessages = getTexts('document')
