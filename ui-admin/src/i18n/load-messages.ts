import type { Locale } from 'stoa/api-types'
import { spokenLanguage, useT } from './index.ts'
import type en from './en-US.json'
import { messageLoaders } from './plugin-messages.ts'

type Values = Record<string, string | number>
type Texts = Record<string, string>
type Keys<T> = { [K in keyof T & string]: T[K] extends string ? K : never }[keyof T & string]
type Sections<T> = { [K in keyof T & string]: T[K] extends string ? never : K }[keyof T & string]

/** Returns a message by key in the current language, with parameters such as `{{count}}` filled in; the key itself when it is missing. */
export type Say<K extends string> = (key: K, values?: Values) => string

const fill = (text: string, values: Values): string =>
  text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole))

/** Creates hooks for the messages of a plugin: those at the top level of its files, or those of a section. */
interface MessagesHookFactory<T> {
  (): () => Say<Keys<T>>
  <S extends Sections<T>>(section: S): () => Say<Keys<T[S]>>
}

/**
 * Messages of a plugin's screens: one JSON file per language in its folder `admin/locales`. The current language is loaded with the first
 * screen. The result creates the hooks.
 *
 *     export const messages = await loadMessages<typeof en>((language) => import(`./locales/${language}.json`))
 *     export const useMessages = texts('scan')
 */
export async function loadMessages<T extends object>(load: (language: Locale) => Promise<{ default: T }>): Promise<MessagesHookFactory<T>> {
  const files: { [L in Locale]?: T } = {}
  const prepare = async (language: Locale) => {
    files[language] ??= (await load(language)).default
  }
  messageLoaders.add(prepare)
  await prepare(spokenLanguage())
  const hook = (section?: keyof T) => () => {
    const { language } = useT()
    // While a language is loading, the previous one is used.
    const file = files[language] ?? Object.values(files)[0]
    const texts = (section === undefined ? file : file?.[section]) as Texts | undefined
    return (key: string, values: Values = {}) => fill(texts?.[key] ?? key, values)
  }
  return hook as MessagesHookFactory<T>
}

/** Creates a hook for a section of the shell's messages. */
export const getTexts =
  <S extends Sections<typeof en>>(section: S) =>
  (): Say<Keys<(typeof en)[S]>> => {
    const { t } = useT()
    const say = t as (key: string, values: Values) => string
    return (key, values = {}) => say(`${section}.${key}`, values)
  }
