import { getTexts } from '../i18n/texts.ts'

/** Texts of the place files are dropped on. */
export const useMessages = getTexts('fileDrop')
