import { textsOf } from '../i18n/texts.ts'

/** Texts around charts. */
export const useTexts = textsOf('chart')
