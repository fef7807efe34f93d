import { getTexts } from '../i18n/texts.ts'

/** Texts of the configuration screen. */
export const useMessages = getTexts('configuration')
