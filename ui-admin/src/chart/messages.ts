import { getTexts } from '../i18n/load-messages.ts'

/** Messages of charts. */
export const useMessages = getTexts('chart')
