import type { Ctx } from 'stoa'
import type { Resource } from 'stoa/engine'
import { getLayoutFor } from '../mapping/columns.ts'
import { columnLabel } from '../mapping/header.ts'
import { type Mapping, type Target, getTargets } from '../mapping/mapping.ts'
import { chooseMapping, suggestMapping } from '../mapping/mappings.ts'
import { mapLines } from '../mapping/read-lines.ts'
import { withHeaderNames } from '../mapping/starred-columns.ts'
import { headerKey } from '../source/cell.ts'
import type { Line, Source } from '../source/line.ts'
import { openSheet, rowLimit } from '../source/read.ts'
import { uploadLimits } from '../source/unpack.ts'
import type { SheetColumns } from '../api-types.ts'

/** The first lines of a file, with the field of each column. */
export async function describeSheet(ctx: Ctx, r: Resource, source: Source): Promise<SheetColumns> {
  const { kernel } = ctx
  const layout = getLayoutFor(ctx, r)
  const sheet = await openSheet(source, { limit: rowLimit, container: uploadLimits })
  const lines: Line[] = []
  for await (const line of sheet.lines) if (lines.push(line) === 5) break
  const { name, mapping } = await chooseMapping(ctx, layout, sheet.header)
  const byName = suggestMapping(kernel, layout, sheet.header)
  const read = name ? withHeaderNames(mapping, sheet.header) : byName
  // Reports an invalid mapping here, where the header is available.
  mapLines(read, sheet.header, layout)
  const seen = new Set<string>()
  const [targets, named] = [targetsByColumn(read), targetsByColumn(byName)]
  return {
    // Columns with a duplicate name cannot be imported.
    columns: sheet.header.flatMap((column, i) => {
      if (seen.has(headerKey(column)) || column === '') return []
      seen.add(headerKey(column))
      const found = targets.get(headerKey(column)) ?? []
      const byNameAlone = firstField(named.get(headerKey(column)) ?? [])
      return [{ column, field: firstField(found), targets: found, by_name: byNameAlone, sample: lines.map((line) => line.cells[i] ?? '') }]
    }),
    fields: layout.columns
      .filter((c) => c.reads)
      .map((c) => ({
        name: c.name,
        label: columnLabel(kernel, ctx.interfaceLanguage ?? ctx.language, layout, c),
        required: c.required,
        kind: (c.item ?? c.field)?.meta.kind ?? 'text',
      })),
    ...(name ? { mapping: name } : {}),
    file_name: source.name,
    ...(sheet.encoding ? { encoding: sheet.encoding.name } : {}),
  }
}

/** The targets of each column in a mapping. */
const targetsByColumn = ({ columns }: Mapping): ReadonlyMap<string, Target[]> =>
  new Map(Object.entries(columns).map(([name, targets]) => [headerKey(name), targets ? [...getTargets(targets)] : []]))

/** The first field of several targets. */
function firstField([first]: readonly Target[]): string | null {
  return typeof first === 'object' ? first.to : (first ?? null)
}
