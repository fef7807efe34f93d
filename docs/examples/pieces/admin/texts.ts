import { textsFrom } from 'stoa/admin'
import type en from './locales/en-US.json'

const texts = await textsFrom<typeof en>((language) => import(`./locales/${language}.json`))

/** Texts of repairs. */
export const useMessages = texts()

/** Texts of the screen that takes things in by scanning them. */
export const useScanTexts = texts('scan')
