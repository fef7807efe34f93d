import { getTexts } from '../../i18n/load-messages.ts'

/** Messages of the permission matrix. */
export const useMessages = getTexts('permissions')
