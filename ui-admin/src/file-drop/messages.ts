import { getTexts } from '../i18n/load-messages.ts'

/** Messages of the file drop zone. */
export const useMessages = getTexts('fileDrop')
