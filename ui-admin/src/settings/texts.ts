import { textsOf } from '../i18n/texts.ts'

/** Texts of the configuration screen. */
export const useTexts = textsOf('configuration')
