import { getTexts } from '../i18n/load-messages.ts'

/** Messages of background jobs. */
export const useMessages = getTexts('run')
