import { isLocale, locales } from '../core/i18n/locale.ts'
import type { Locale } from '../core/api-types.ts'
import { CliError } from './errors.ts'

/** @throws CliError usage for an unsupported language */
export function getLanguage(requested: string | undefined): Locale | undefined {
  if (requested === undefined) return undefined
  const found = locales.find((l) => l.toLowerCase() === requested.toLowerCase())
  if (!isLocale(found)) throw new CliError('usage', `no language "${requested}". There are ${locales.join(', ')}.`)
  return found
}
