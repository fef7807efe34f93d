import { getTexts } from '../i18n/load-messages.ts'

/** Messages of boards. */
export const useMessages = getTexts('board')
