import type { Registry, Resource } from 'stoa/engine'
import { type Words, CliError, readPluginArchive, createUnknownNameError } from 'stoa/cli'
import type { Format, SourceFormat } from '../source/line.ts'

/** File formats for `--format`. */
export const formats: readonly Format[] = ['xlsx', 'csv', 'json', 'ndjson']

/** File formats that can be imported. */
export const sourceFormats: readonly SourceFormat[] = [...formats, 'vcf']

/** Whether a resource can be imported or exported. */
export const inSheets = (r: Resource): boolean => r.verbs.includes('import') || r.verbs.includes('export')

const able = (registry: Registry, verb?: 'import' | 'export'): Resource[] =>
  [...registry.resources.values()].filter((r) => (verb ? r.verbs.includes(verb) : inSheets(r)))

/** Names of resources that can be imported or exported, for shell completion. */
export const sheetNames =
  (verb?: 'import' | 'export'): Words =>
  async () =>
    able((await readPluginArchive()).registry, verb).map((r) => r.name)

/** @throws CliError for an unknown name, with the most similar one, or when the resource has no import or export */
export function sheetResource(registry: Registry, name: string, verb?: 'import' | 'export'): Resource {
  const candidates = able(registry, verb)
  const normalized = name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
  const found = candidates.find((r) => r.name === normalized)
  if (found) return found
  if (registry.resources.has(normalized))
    throw new CliError('usage', `${normalized} cannot be ${verb === 'export' ? 'exported' : 'imported'}.`, { hint: 'stoa resource list' })
  throw createUnknownNameError(
    `resource to ${verb ?? 'import or export'} called`,
    name,
    candidates.map((r) => r.name),
    { hint: 'stoa resource list' },
  )
}

/** Detects the format by the file extension. */
export function formatByName(name: string): Format | undefined {
  const ending = name.toLowerCase().split('.').at(-1)
  if (ending === 'jsonl') return 'ndjson'
  if (ending === 'tsv' || ending === 'txt') return 'csv'
  return formats.find((f) => f === ending)
}

/** Detects the import format by the file extension. */
export const sourceFormatByName = (name: string): SourceFormat | undefined => (/\.vcf$/i.test(name) ? 'vcf' : formatByName(name))
