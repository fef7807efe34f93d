import { getTexts } from '../i18n/texts.ts'

/** Texts of long work. */
export const useMessages = getTexts('run')
