import type { Locale } from 'stoa/api-types'
import type { Translate } from '../kit/types.ts'

/** Messages of one language: `shell` and one entry per plugin, nested to any depth. */
export interface Messages {
  [key: string]: string | Messages
}

/** Names of the languages in themselves, for the language switch. */
export const languageNames: Record<Locale, string> = {
  'en-US': 'English',
  'zh-HK': '繁體中文',
  'zh-CN': '简体中文',
}

/** Cache of messages by dotted key. A page needs hundreds, mostly the same ones. */
const looked = new WeakMap<Messages, Map<string, string | undefined>>()

const lookUp = (texts: Messages, key: string): string | undefined => {
  let node: string | Messages | undefined = texts
  for (const part of key.split('.')) node = typeof node === 'object' ? node[part] : undefined
  return typeof node === 'string' ? node : undefined
}

/** Looks up messages by dotted key. */
const finder = (texts: Messages) => {
  const cachedTexts = looked.get(texts) ?? new Map<string, string | undefined>()
  looked.set(texts, cachedTexts)
  return (key: string): string | undefined => {
    if (!cachedTexts.has(key)) cachedTexts.set(key, lookUp(texts, key))
    return cachedTexts.get(key)
  }
}

const rules = new Map<Locale, Intl.PluralRules>()

const plural = (language: Locale, count: number): Intl.LDMLPluralRule => {
  let rule = rules.get(language)
  if (!rule) rules.set(language, (rule = new Intl.PluralRules(language)))
  return rule.select(count)
}

/**
 * Creates the translate function of one language: fills in `{name}` and chooses `_one` or `_other` by `count`. A library would add
 * 16 KB to every page, an eighth of all scripts of the store.
 */
export const createTranslate = (language: Locale, texts: Messages): Translate => {
  const find = finder(texts)
  return (key, values = {}) => {
    const { count } = values
    const form = typeof count === 'number' ? find(`${key}_${plural(language, count)}`) : undefined
    const text = form ?? find(key) ?? find(`${key}_other`) ?? key
    return text.includes('{') ? text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole)) : text
  }
}
