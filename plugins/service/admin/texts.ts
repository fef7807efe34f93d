import { textsFrom } from 'stoa/admin'
import type en from './locales/en-US.json'

/** Texts of the screens of this plugin, in the folder `locales`. */
const texts = await textsFrom<typeof en>((language) => import(`./locales/${language}.json`))

export const useMessages = texts()
