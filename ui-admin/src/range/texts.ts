import { getTexts } from '../i18n/texts.ts'

/** Messages of the date range input. */
export const useMessages = getTexts('range')
