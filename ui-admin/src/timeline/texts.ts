import { textsOf } from '../i18n/texts.ts'

/** Texts of the timeline. */
export const useTexts = textsOf('timeline')
