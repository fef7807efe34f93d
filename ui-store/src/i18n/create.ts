import type { Locale } from 'stoa/api-types'
import type { Translate } from '../kit/types.ts'

/** Texts of one language: `shell` and one entry per plugin, nested as deep as they like. */
export interface Messages {
  [key: string]: string | Messages
}

/** Names of the languages in themselves, for the switch. */
export const languageNames: Record<Locale, string> = {
  'en-US': 'English',
  'zh-HK': '繁體中文',
  'zh-CN': '简体中文',
}

/** What was looked up in the texts of a language, by dotted name. A page asks for hundreds, mostly the same ones. */
const looked = new WeakMap<Messages, Map<string, string | undefined>>()

const lookUp = (texts: Messages, key: string): string | undefined => {
  let node: string | Messages | undefined = texts
  for (const part of key.split('.')) node = typeof node === 'object' ? node[part] : undefined
  return typeof node === 'string' ? node : undefined
}

/** Finds texts by their dotted names. */
const finder = (texts: Messages) => {
  const known = looked.get(texts) ?? new Map<string, string | undefined>()
  looked.set(texts, known)
  return (key: string): string | undefined => {
    if (!known.has(key)) known.set(key, lookUp(texts, key))
    return known.get(key)
  }
}

const rules = new Map<Locale, Intl.PluralRules>()

const plural = (language: Locale, count: number): Intl.LDMLPluralRule => {
  let rule = rules.get(language)
  if (!rule) rules.set(language, (rule = new Intl.PluralRules(language)))
  return rule.select(count)
}

/**
 * Texts of one language with `{name}` filled in and `_one`/`_other` chosen by `count`. Each visitor has an own
 * one. A library would do the same for 16 KB more in every browser, an eighth of all scripts of the store.
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
