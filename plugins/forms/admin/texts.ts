import { textsFrom } from 'stoa/admin'
import type en from './locales/en-US.json'

const texts = await textsFrom<typeof en>((language) => import(`./locales/${language}.json`))

/** Messages of the form screens. */
export const useMessages = texts()

/** Labels of field types. */
export const useTypeTexts = texts('type')

/** Labels of field options. */
export const useOptionTexts = texts('option')

/** Labels of validation rules. */
export const useRuleTexts = texts('rule')
