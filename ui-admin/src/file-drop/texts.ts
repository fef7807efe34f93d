import { textsOf } from '../i18n/texts.ts'

/** Texts of the place files are dropped on. */
export const useTexts = textsOf('fileDrop')
