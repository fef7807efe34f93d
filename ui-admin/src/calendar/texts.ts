import { getTexts } from '../i18n/texts.ts'

/** Messages of calendars. */
export const useMessages = getTexts('calendar')
