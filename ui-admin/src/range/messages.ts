import { getTexts } from '../i18n/load-messages.ts'

/** Messages of the date range input. */
export const useMessages = getTexts('range')
