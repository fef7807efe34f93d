import { getTexts } from '../i18n/texts.ts'

/** Messages of charts. */
export const useMessages = getTexts('chart')
