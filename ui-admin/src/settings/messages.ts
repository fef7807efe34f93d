import { getTexts } from '../i18n/load-messages.ts'

/** Messages of the settings page. */
export const useMessages = getTexts('configuration')
