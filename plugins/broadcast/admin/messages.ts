import { loadMessages } from 'stoa/admin'
import type en from './locales/en-US.json'

const messages = await loadMessages<typeof en>((language) => import(`./locales/${language}.json`))

/** Messages of broadcasts. */
export const useMessages = messages()

/** Messages of the audience input. */
export const useAudienceTexts = messages('audience')

/** Messages of the history page. */
export const useHistoryTexts = messages('history')
