import type { Locale } from '../../../core/wire.ts'
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

/** A text by its dotted name. */
const find = (texts: Messages, key: string): string | undefined => {
  let node: string | Messages | undefined = texts
  for (const part of key.split('.')) node = typeof node === 'object' ? node[part] : undefined
  return typeof node === 'string' ? node : undefined
}

/**
 * Texts of one language with `{name}` filled in and `_one`/`_other` chosen by `count`. Each visitor has an own
 * one. A library would do the same for 16 KB more in every browser, an eighth of all scripts of the store.
 */
export const createTranslate = (language: Locale, texts: Messages): Translate => {
  const plural = new Intl.PluralRules(language)
  return (key, values = {}) => {
    const { count } = values
    const form = typeof count === 'number' ? find(texts, `${key}_${plural.select(count)}`) : undefined
    const text = form ?? find(texts, key) ?? find(texts, `${key}_other`) ?? key
    return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
  }
}
