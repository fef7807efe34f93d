import { getTexts } from '../i18n/texts.ts'

/** Texts of the choice of a span of days. */
export const useMessages = getTexts('range')
