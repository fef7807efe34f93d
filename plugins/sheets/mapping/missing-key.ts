import { type Ctx, validationError, nearest, message } from 'stoa'
import { headerKey } from '../source/cell.ts'
import type { Layout } from './columns.ts'
import { type Mapping, getTargets } from './mapping.ts'
import { allMappings, type Named } from './mappings.ts'

/** Headers of a mapping that fill the key of rows. The mapping may belong to another system. */
function keyHeaders(layout: Layout, { columns, parse = {} }: Mapping): string[] {
  const ours = new Set(layout.head.columns.flatMap((c) => (c.field && layout.head.key.includes(c.field) ? [c.name.toLowerCase()] : [])))
  const keyEntries = Object.entries(columns).filter(
    ([, targets]) =>
      targets !== null && getTargets(targets).some((target) => ours.has((typeof target === 'string' ? target : target.to).toLowerCase())),
  )
  // A value inside a structured cell is reported under the column of the cell.
  return [...new Set(keyEntries.map(([name]) => Object.keys(parse).find((cell) => name.startsWith(`${cell}.`)) ?? name))]
}

/** The mapping whose fingerprint has the largest overlap with a header. */
function likeliest(candidates: readonly Named[], header: readonly string[]): Named | undefined {
  const there = new Set(header.map(headerKey))
  const shares = candidates.map((candidate) => {
    const found = candidate.fingerprint.filter((name) => there.has(headerKey(name))).length
    return { one: candidate, found, share: found / Math.max(1, candidate.fingerprint.length) }
  })
  return shares
    .filter(({ one, found, share }) => found >= Math.min(2, one.fingerprint.length - 1) && share >= 0.5)
    .sort((a, b) => b.share - a.share || b.found - a.found)[0]?.one
}

/** The header that is most similar to a column name: a spelling variant, else the shortest that contains the name. */
function nearestHeader(column: string, header: readonly string[]): string | undefined {
  const bare = (name: string) => headerKey(name).replaceAll(/[^\p{L}\p{N}]/gu, '')
  const normalized = bare(column)
  const named = header.filter(Boolean)
  return nearest(column, named) ?? named.filter((name) => bare(name).includes(normalized)).sort((a, b) => a.length - b.length)[0]
}

/**
 * Explains why a file without a key column cannot be imported: the missing column by the name its system uses, and the header that may be
 * meant.
 */
export async function missingKey(ctx: Ctx, layout: Layout, header: readonly string[], used: Mapping): Promise<Error> {
  const keyColumn = layout.head.columns.find((c) => c.field === layout.head.key[0])?.name ?? ''
  const there = new Set(header.map(headerKey))
  const foreign = (mapping: Mapping | undefined) =>
    mapping ? keyHeaders(layout, mapping).find((name) => !there.has(headerKey(name))) : undefined
  const column = foreign(used) ?? foreign(likeliest(await allMappings(ctx, layout.head.resource.name), header)?.mapping) ?? keyColumn
  const near = nearestHeader(column, header) ?? nearestHeader(keyColumn, header)
  const params = { column, columns: header.filter(Boolean).join(', ') }
  return validationError({
    columns: near ? message('sheets:error.no_key_near', { ...params, nearest: near }) : message('sheets:error.no_key', params),
  })
}
