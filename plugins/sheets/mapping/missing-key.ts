import { type Ctx, validationError, nearest, message } from 'stoa'
import { headerKey } from '../source/cell.ts'
import type { Layout } from './columns.ts'
import { type Mapping, getTargets } from './mapping.ts'
import { allMappings, type Named } from './mappings.ts'

/** Headers of a mapping, a mapping of another system among them, that hold what rows are found by. */
function keyHeaders(layout: Layout, { columns, parse = {} }: Mapping): string[] {
  const ours = new Set(layout.head.columns.flatMap((c) => (c.field && layout.head.key.includes(c.field) ? [c.name.toLowerCase()] : [])))
  const held = Object.entries(columns).filter(
    ([, targets]) =>
      targets !== null && getTargets(targets).some((one) => ours.has((typeof one === 'string' ? one : one.to).toLowerCase())),
  )
  // A value inside of a cell stands in the column of the cell.
  return [...new Set(held.map(([name]) => Object.keys(parse).find((cell) => name.startsWith(`${cell}.`)) ?? name))]
}

/** The mapping most of whose fingerprint a header has, though not all of it. */
function likeliest(known: readonly Named[], header: readonly string[]): Named | undefined {
  const there = new Set(header.map(headerKey))
  const shares = known.map((one) => {
    const found = one.fingerprint.filter((name) => there.has(headerKey(name))).length
    return { one, found, share: found / Math.max(1, one.fingerprint.length) }
  })
  return shares
    .filter(({ one, found, share }) => found >= Math.min(2, one.fingerprint.length - 1) && share >= 0.5)
    .sort((a, b) => b.share - a.share || b.found - a.found)[0]?.one
}

/** The header that is probably meant by a column: one that is spelled almost like it, else the shortest that holds its name. */
function nearestHeader(column: string, header: readonly string[]): string | undefined {
  const bare = (name: string) => headerKey(name).replaceAll(/[^\p{L}\p{N}]/gu, '')
  const wanted = bare(column)
  const named = header.filter(Boolean)
  return nearest(column, named) ?? named.filter((name) => bare(name).includes(wanted)).sort((a, b) => a.length - b.length)[0]
}

/** Why a sheet cannot be read that has no column its rows are found by: what is missing, as the system it comes from calls it, and what may be meant. */
export async function missingKey(ctx: Ctx, layout: Layout, header: readonly string[], used: Mapping): Promise<Error> {
  const own = layout.head.columns.find((c) => c.field === layout.head.key[0])?.name ?? ''
  const there = new Set(header.map(headerKey))
  const foreign = (mapping: Mapping | undefined) =>
    mapping ? keyHeaders(layout, mapping).find((name) => !there.has(headerKey(name))) : undefined
  const column = foreign(used) ?? foreign(likeliest(await allMappings(ctx.kernel, layout.head.resource.name), header)?.mapping) ?? own
  const near = nearestHeader(column, header) ?? nearestHeader(own, header)
  const params = { column, columns: header.filter(Boolean).join(', ') }
  return validationError({
    columns: near ? message('sheets:error.no_key_near', { ...params, nearest: near }) : message('sheets:error.no_key', params),
  })
}
