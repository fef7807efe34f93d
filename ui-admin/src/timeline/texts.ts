import { getTexts } from '../i18n/texts.ts'

/** Messages of the timeline. */
export const useMessages = getTexts('timeline')
