import { getTexts } from '../i18n/texts.ts'

/** Messages of the settings page. */
export const useMessages = getTexts('configuration')
