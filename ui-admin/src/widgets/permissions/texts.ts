import { getTexts } from '../../i18n/texts.ts'

/** Texts of the editor of rights. */
export const useMessages = getTexts('permissions')
