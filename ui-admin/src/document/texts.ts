import { textsOf } from '../i18n/texts.ts'

/** Texts of the view of a document. */
export const useTexts = textsOf('document')
