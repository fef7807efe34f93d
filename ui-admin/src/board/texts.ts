import { getTexts } from '../i18n/texts.ts'

/** Texts of boards. */
export const useMessages = getTexts('board')
