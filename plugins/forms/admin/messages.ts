import { loadMessages } from 'stoa/admin'
import type en from './locales/en-US.json'

const messages = await loadMessages<typeof en>((language) => import(`./locales/${language}.json`))

/** Messages of the form screens. */
export const useMessages = messages()

/** Labels of field types. */
export const useTypeTexts = messages('type')

/** Labels of field options. */
export const useOptionTexts = messages('option')

/** Labels of validation rules. */
export const useRuleTexts = messages('rule')
