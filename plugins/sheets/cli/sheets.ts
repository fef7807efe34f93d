import type { Registry, Resource } from '#core/engine'
import { unknown } from '../../../cli/kit.ts'
import type { Format } from '../index.ts'

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

/** The format a file's name tells. */
export function formatByName(name: string): Format | undefined {
  const ending = name.toLowerCase().split('.').at(-1)
  if (ending === 'jsonl') return 'ndjson'
  if (ending === 'tsv' || ending === 'txt') return 'csv'
  return formats.find((f) => f === ending)
}
