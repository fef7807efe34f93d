import { loadMessages } from 'stoa/admin'
import type en from './locales/en-US.json'

/** Messages of the screens of this plugin, from the folder `locales`. */
export const messages = await loadMessages<typeof en>((language) => import(`./locales/${language}.json`))
