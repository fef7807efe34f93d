import { textsFrom } from 'stoa/admin'
import type en from './locales/en-US.json'

const texts = await textsFrom<typeof en>((language) => import(`./locales/${language}.json`))

/** Messages of the import of holidays. */
export const useMessages = texts()
