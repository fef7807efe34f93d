import { headerKey } from '../source/cell.ts'

/** The parts of a mapping that are keyed by column name. */
interface ByColumn {
  columns: Record<string, unknown>
  replace?: Record<string, unknown>
  values?: Record<string, unknown>
  times?: Record<string, unknown>
  minimum?: Record<string, unknown>
  days?: Record<string, unknown>
  plus?: Record<string, unknown>
  base?: Record<string, unknown>
}

/** The first header that matches a column name with the wildcard `*`, such as the name of a location. */
export function fittingHeader(pattern: string, headers: Iterable<string>): string | undefined {
  const [before = '', after = ''] = pattern.toLowerCase().split('*')
  for (const header of headers) {
    const name = headerKey(header)
    if (name.length >= before.length + after.length && name.startsWith(before) && name.endsWith(after)) return header
  }
  return undefined
}

/** Replaces column names with a wildcard by the matching header, so that the column can be shown and overridden. */
export function withHeaderNames<M extends ByColumn>(mapping: M, header: readonly string[]): M {
  const headerKeys = new Set(header.map(headerKey))
  const names = new Map<string, string>()
  for (const name of Object.keys(mapping.columns)) {
    const fitting = name.includes('*') && !headerKeys.has(headerKey(name)) ? fittingHeader(name, header) : undefined
    if (fitting !== undefined) names.set(name, fitting)
  }
  if (names.size === 0) return mapping
  const parts = (['columns', 'replace', 'values', 'times', 'minimum', 'days', 'plus', 'base'] as const).flatMap((part) => {
    const entries = Object.entries(mapping[part] ?? {}).map(([name, value]) => [names.get(name) ?? name, value] as const)
    return mapping[part] ? [[part, Object.fromEntries(entries)] as const] : []
  })
  return { ...mapping, ...Object.fromEntries(parts) }
}
