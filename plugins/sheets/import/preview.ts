import { type Ctx, type Locale, translateMessages } from 'stoa'
import type { Column, Layout } from '../mapping/columns.ts'
import { columnLabel } from '../mapping/header.ts'
import type { Cell } from '../mapping/read-lines.ts'
import type { Source } from '../source/line.ts'
import type { ImportPreview, PreviewPart } from '../api-types.ts'
import { findDrafts, type Reading } from './drafts.ts'
import type { Draft } from './records.ts'

/** Number of records in a preview; the others are only counted. */
const PREVIEW_SIZE = 5

/**
 * Reads a file into records without lookups and writes: shows how lines are grouped and how each cell is parsed.
 * @throws AppError INVALID as an import does
 */
export async function findPreview(ctx: Ctx, resource: string, source: Source, speak: Locale, o: Reading): Promise<ImportPreview> {
  const { kernel } = ctx
  const { layout, lines, drafts } = await findDrafts(ctx, kernel.registry.resource(resource), source, { ...o, inFileOrder: true })
  const label = getLabels(ctx, layout, speak)
  const data: ImportPreview['data'] = []
  let records = 0
  for await (const draft of drafts) {
    if (++records > PREVIEW_SIZE) continue
    const problems = draft.problems.map((p) => ({ row: p.line, error: (translateMessages(kernel, speak, [p.why]) as string[])[0] ?? '' }))
    data.push({ row: draft.line, key: draft.key, cells: getCells(draft.cells, label), parts: getParts(ctx, draft, speak, label), problems })
  }
  return { data, records, lines }
}

const getLabels = (ctx: Ctx, layout: Layout, speak: Locale) => (c: Column) => columnLabel(ctx.kernel, speak, layout, c)

const getCells = (cells: ReadonlyMap<Column, Cell>, label: (c: Column) => string) =>
  [...cells].filter(([c]) => c.reads).map(([c, cell]) => ({ label: label(c), text: cell.text }))

/** The child rows of a draft, depth first. */
function getParts(ctx: Ctx, draft: Draft, speak: Locale, label: (c: Column) => string, depth = 1): PreviewPart[] {
  return [...draft.children].flatMap(([{ resource }, list]) =>
    list.flatMap((child) => [
      {
        row: child.line,
        depth,
        kind: ctx.kernel.i18n.t(speak, `${resource.plugin}:${resource.name}._label`),
        cells: getCells(child.cells, label),
      },
      ...getParts(ctx, child, speak, label, depth + 1),
    ]),
  )
}
