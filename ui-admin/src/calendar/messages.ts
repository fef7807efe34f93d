import { getTexts } from '../i18n/load-messages.ts'

/** Messages of calendars. */
export const useMessages = getTexts('calendar')
