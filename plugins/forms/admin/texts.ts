import { textsFrom } from 'stoa/admin'
import type en from './locales/en-US.json'

const texts = await textsFrom<typeof en>((language) => import(`./locales/${language}.json`))

/** Texts of the screens of forms. */
export const useMessages = texts()

/** What the types of fields are called. */
export const useTypeTexts = texts('type')

/** What fields ask for beyond their type. */
export const useOptionTexts = texts('option')

/** Rules of a text, and between fields. */
export const useRuleTexts = texts('rule')
