import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import i18next, { type i18n } from 'i18next'
import type { Message } from '../http/errors.ts'
import type { Locale } from '../api-types.ts'
import { defaultLocale, locales } from './locale.ts'

/** Nested messages of one namespace. Plural forms have the suffixes `_one` and `_other`. */
export type Bundle = { [key: string]: string | Bundle }

/** The messages of the kernel and all plugins, each in its own namespace (`plugin:area.name`). */
export class I18n {
  readonly #i18n: i18n
  readonly namespaces: string[] = []

  constructor() {
    this.#i18n = i18next.createInstance()
    void this.#i18n.init({
      lng: defaultLocale,
      fallbackLng: defaultLocale,
      initAsync: false,
      resources: {},
      ns: [],
      interpolation: { escapeValue: false, prefix: '{', suffix: '}' },
      returnNull: false,
      returnEmptyString: false,
      showSupportNotice: false,
    } as Parameters<i18n['init']>[0])
  }

  /** Reads `<dir>/<locale>.json` for every locale. @throws Error naming the file when one is missing or not JSON. */
  load(namespace: string, dir: string): void {
    for (const locale of locales) {
      const file = join(dir, `${locale}.json`)
      try {
        this.#i18n.addResourceBundle(locale, namespace, JSON.parse(readFileSync(file, 'utf8')))
      } catch (error) {
        throw new Error(`Texts of "${namespace}" cannot be read from ${file}: ${(error as Error).message}`, { cause: error })
      }
    }
    this.namespaces.push(namespace)
  }

  /** Adds messages that are not part of a plugin, such as those of a file of the shop. */
  add(namespace: string, locale: Locale, messages: Bundle): void {
    this.#i18n.addResourceBundle(locale, namespace, messages, true, true)
  }

  /** The message of the first existing key in `locale`. For an unknown key: its last part in readable form. */
  t(locale: Locale, key: string | readonly string[], params: Record<string, unknown> = {}): string {
    const keys = typeof key === 'string' ? [key] : key
    for (const k of keys) if (this.has(k)) return this.#say(k, { ...params, lng: locale })
    const last = (keys.at(-1) ?? '').split(/[.:]/).at(-1) ?? ''
    return last.charAt(0).toUpperCase() + last.slice(1).replaceAll('_', ' ')
  }

  // Pages narrow the type of keys to their own messages; here keys come from plugins.
  #say(key: string, options: Record<string, unknown>): string {
    return (this.#i18n.t.bind(this.#i18n) as unknown as (k: string, o: object) => string)(key, options)
  }

  /** Whether a key has a message (singular or plural) in `locale`, English by default. */
  has(key: string, locale: Locale = defaultLocale): boolean {
    const [ns = '', path = ''] = key.split(':')
    return path !== '' && [path, `${path}_other`].some((k) => this.#i18n.getResource(locale, ns, k, { ignoreJSONStructure: false }))
  }

  /** All messages of one namespace. */
  bundle(locale: Locale, namespace: string): Bundle {
    return this.#i18n.getResourceBundle(locale, namespace) as Bundle
  }

  text(locale: Locale, value: Message): string {
    return typeof value === 'string' ? value : this.t(locale, value.key, value.params)
  }
}
