import { getTexts } from '../../i18n/texts.ts'

/** Messages of the permission matrix. */
export const useMessages = getTexts('permissions')
