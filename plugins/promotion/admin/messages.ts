import { loadMessages } from 'stoa/admin'
import type en from './locales/en-US.json'

const messages = await loadMessages<typeof en>((language) => import(`./locales/${language}.json`))

/** Messages of rules. */
export const useMessages = messages()

/** Messages of the simulation page. */
export const useTryTexts = messages('try')

/** Messages of codes. */
export const useCodeTexts = messages('codes')
