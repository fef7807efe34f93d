import { textsFrom } from 'stoa/admin'
import type en from './locales/en-US.json'

const texts = await textsFrom<typeof en>((language) => import(`./locales/${language}.json`))

/** Messages of rules. */
export const useMessages = texts()

/** Messages of the simulation page. */
export const useTryTexts = texts('try')

/** Messages of codes. */
export const useCodeTexts = texts('codes')
