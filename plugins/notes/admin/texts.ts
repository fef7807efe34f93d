import { textsFrom } from '../../../ui-admin/src/kit/index.ts'
import type en from './locales/en-US.json'

const texts = await textsFrom<typeof en>((language) => import(`./locales/${language}.json`))

/** Texts of notes and notices. */
export const useTexts = texts()
