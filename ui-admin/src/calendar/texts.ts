import { getTexts } from '../i18n/texts.ts'

/** Texts of calendars. */
export const useMessages = getTexts('calendar')
