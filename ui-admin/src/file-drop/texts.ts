import { getTexts } from '../i18n/texts.ts'

/** Messages of the file drop zone. */
export const useMessages = getTexts('fileDrop')
