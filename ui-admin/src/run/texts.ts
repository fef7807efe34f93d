import { getTexts } from '../i18n/texts.ts'

/** Messages of background jobs. */
export const useMessages = getTexts('run')
