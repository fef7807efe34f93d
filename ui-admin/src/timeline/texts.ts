import { getTexts } from '../i18n/texts.ts'

/** Texts of the timeline. */
export const useMessages = getTexts('timeline')
