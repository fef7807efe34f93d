import { loadMessages } from 'stoa/admin'
import type en from './locales/en-US.json'

const messages = await loadMessages<typeof en>((language) => import(`./locales/${language}.json`))

/** Texts of the screens of this plugin, in the folder `locales`. */
export const useMessages = messages()
