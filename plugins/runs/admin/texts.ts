import { textsFrom } from '../../../ui-admin/src/kit/index.ts'
import type en from './locales/en-US.json'

const texts = await textsFrom<typeof en>((language) => import(`./locales/${language}.json`))

/** Texts of the page of long work. */
export const useTexts = texts()
