import { textsOf } from '../i18n/texts.ts'

/** Texts of calendars. */
export const useTexts = textsOf('calendar')
