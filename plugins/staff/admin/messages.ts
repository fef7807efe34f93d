import { loadMessages } from 'stoa/admin'
import type en from './locales/en-US.json'

/** Messages of this plugin's screens, from the folder `locales`. */
export const messages = await loadMessages<typeof en>((language) => import(`./locales/${language}.json`))
