import { textsFrom } from 'stoa/admin'
import type en from './locales/en-US.json'

const texts = await textsFrom<typeof en>((language) => import(`./locales/${language}.json`))

/** Texts of rules. */
export const useMessages = texts()

/** Texts of the screen where rules are tried out. */
export const useTryTexts = texts('try')

/** Texts of codes. */
export const useCodeTexts = texts('codes')
