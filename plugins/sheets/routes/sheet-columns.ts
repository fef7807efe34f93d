import type { Ctx } from 'stoa'
import type { Resource } from 'stoa/engine'
import { getLayout } from '../mapping/columns.ts'
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

/** The first lines of a sheet, with the field each column would be read into. */
export async function describeSheet(ctx: Ctx, r: Resource, source: Source): Promise<SheetColumns> {
  const { kernel } = ctx
  const layout = getLayout(kernel.registry, r, ctx.language)
  const sheet = await openSheet(source, { limit: rowLimit, container: uploadLimits })
  const lines: Line[] = []
  for await (const line of sheet.lines) if (lines.push(line) === 5) break
  const { name, mapping } = await chooseMapping(ctx, layout, sheet.header)
  const byName = suggestMapping(kernel, layout, sheet.header)
  const read = name ? withHeaderNames(mapping, sheet.header) : byName
  // What would be refused is refused here already, where the header is at hand.
  mapLines(read, sheet.header, layout)
  const seen = new Set<string>()
  const [targets, named] = [targetsByColumn(read), targetsByColumn(byName)]
  return {
    // Of two columns with one name nothing can be read.
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

/** Where a mapping reads each column to, by the name of the column. */
const targetsByColumn = ({ columns }: Mapping): ReadonlyMap<string, Target[]> =>
  new Map(Object.entries(columns).map(([name, targets]) => [headerKey(name), targets ? [...getTargets(targets)] : []]))

/** The first field of several. */
function firstField([first]: readonly Target[]): string | null {
  return typeof first === 'object' ? first.to : (first ?? null)
}
