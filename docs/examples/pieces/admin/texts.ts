import { textsFrom } from 'stoa/admin'
import type en from './locales/en-US.json'

const texts = await textsFrom<typeof en>((language) => import(`./locales/${language}.json`))

/** Messages of repairs. */
export const useMessages = texts()

/** Messages of the scanning screen. */
export const useScanTexts = texts('scan')
