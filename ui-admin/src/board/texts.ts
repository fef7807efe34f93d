import { textsOf } from '../i18n/texts.ts'

/** Texts of boards. */
export const useTexts = textsOf('board')
