import { textsOf } from '../i18n/texts.ts'

/** Texts of pages for phones. */
export const useTexts = textsOf('phone')
