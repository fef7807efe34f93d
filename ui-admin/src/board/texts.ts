import { getTexts } from '../i18n/texts.ts'

/** Messages of boards. */
export const useMessages = getTexts('board')
