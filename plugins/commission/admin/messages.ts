import { loadMessages } from 'stoa/admin'
import type en from './locales/en-US.json'

const messages = await loadMessages<typeof en>((language) => import(`./locales/${language}.json`))

/** Messages of commissions. */
export const useMessages = messages()

/** Names of settlement periods. */
export const useFrequencyMessages = messages('frequency')
