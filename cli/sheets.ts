import type { Registry } from '../core/plugin/registry.ts'
import type { Resource } from '../core/resource/compile.ts'
import { isLocale, locales } from '../core/i18n/locale.ts'
import type { Locale } from '../core/wire.ts'
import { CliError } from './errors.ts'
import { unknown } from './nearest.ts'
import type { Format } from '../plugins/sheets/index.ts'

/** Forms of a sheet, as `--format` takes them. */
export const formats: readonly Format[] = ['xlsx', 'csv', 'json', 'ndjson']

/** Whether a resource has anything to do with sheets. */
export const inSheets = (r: Resource): boolean => r.verbs.includes('import') || r.verbs.includes('export')

/** @throws CliError not found, with the nearest name */
export function sheetResource(registry: Registry, name: string, verb?: 'import' | 'export'): Resource {
  const candidates = [...registry.resources.values()].filter((r) => (verb ? r.verbs.includes(verb) : inSheets(r)))
  const wanted = name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
  const found = candidates.find((r) => r.name === wanted)
  if (!found)
    throw unknown(
      `resource to ${verb ?? 'import or export'} called`,
      name,
      candidates.map((r) => r.name),
      { hint: 'stoa resource list' },
    )
  return found
}

/** @throws CliError usage for a language the product does not speak */
export function languageOf(asked: string | undefined): Locale | undefined {
  if (asked === undefined) return undefined
  const found = locales.find((l) => l.toLowerCase() === asked.toLowerCase())
  if (!isLocale(found)) throw new CliError('usage', `no language "${asked}". There are ${locales.join(', ')}.`)
  return found
}

/** The format a file's name tells. */
export function formatByName(name: string): Format | undefined {
  const ending = name.toLowerCase().split('.').at(-1)
  if (ending === 'jsonl') return 'ndjson'
  if (ending === 'tsv' || ending === 'txt') return 'csv'
  return formats.find((f) => f === ending)
}
