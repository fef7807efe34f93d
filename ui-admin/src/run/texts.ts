import { textsOf } from '../i18n/texts.ts'

/** Texts of long work. */
export const useTexts = textsOf('run')
