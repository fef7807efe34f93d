import { getTexts } from '../i18n/texts.ts'

/** Texts around charts. */
export const useMessages = getTexts('chart')
