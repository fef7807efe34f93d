import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import i18next, { type i18n } from 'i18next'
import type { Message } from '../http/errors.ts'
import type { Locale } from '../api-types.ts'
import { defaultLocale, locales } from './locale.ts'

/** Nested texts of one namespace. Plural forms use the suffixes `_one` and `_other`. */
export type Bundle = { [key: string]: string | Bundle }

/** The texts of the kernel and all plugins, each under its own namespace (`plugin:area.name`). */
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

  /** Reads `<dir>/<locale>.json` for every locale. @throws when one is missing or not JSON, naming the file. */
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

  /** The text of the first key that exists, in `locale`. An unknown key answers its last part made readable. */
  t(locale: Locale, key: string | readonly string[], params: Record<string, unknown> = {}): string {
    const keys = typeof key === 'string' ? [key] : key
    for (const k of keys) if (this.has(k)) return this.#say(k, { ...params, lng: locale })
    const last = (keys.at(-1) ?? '').split(/[.:]/).at(-1) ?? ''
    return last.charAt(0).toUpperCase() + last.slice(1).replaceAll('_', ' ')
  }

  // Pages narrow the type of keys to their own texts; here they come from plugins.
  #say(key: string, options: Record<string, unknown>): string {
    return (this.#i18n.t.bind(this.#i18n) as unknown as (k: string, o: object) => string)(key, options)
  }

  /** Whether a key has a text (of its own or as plural) in `locale`, English when none is named. */
  has(key: string, locale: Locale = defaultLocale): boolean {
    const [ns = '', path = ''] = key.split(':')
    return path !== '' && [path, `${path}_other`].some((k) => this.#i18n.getResource(locale, ns, k, { ignoreJSONStructure: false }))
  }

  /** All texts of one namespace. */
  bundle(locale: Locale, namespace: string): Bundle {
    return this.#i18n.getResourceBundle(locale, namespace) as Bundle
  }

  text(locale: Locale, value: Message): string {
    return typeof value === 'string' ? value : this.t(locale, value.key, value.params)
  }
}
