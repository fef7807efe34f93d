import { textsOf } from '../../i18n/texts.ts'

/** Texts of the editor of rights. */
export const useTexts = textsOf('permissions')
