import { loadMessages } from 'stoa/admin'
import type en from './locales/en-US.json'

const messages = await loadMessages<typeof en>((language) => import(`./locales/${language}.json`))

/** Messages of the import and export screens. */
export const useMessages = messages()
