import { type Ctx, f, media, NOT_FOUND, route, type Route, requestLanguage, t } from '#core'
import { type Resource, verbPermission } from '#core/engine'
import { importTemplate } from '../export/export.ts'
import { importRecords } from '../import/import.ts'
import { previewOf } from '../import/preview.ts'
import { headerKey } from '../source/cell.ts'
import { own } from '../transfer/store.ts'
import { layoutOf } from '../mapping/columns.ts'
import { columnLabel } from '../mapping/header.ts'
import { asMapping, type Mapping, type Target, targetsOf } from '../mapping/mapping.ts'
import { withHeaderNames } from '../mapping/starred-columns.ts'
import { mapLines } from '../mapping/read-lines.ts'
import { allMappings, chooseMapping, deleteMapping, saveMapping, suggestMapping } from '../mapping/mappings.ts'
import type { Line, Source } from '../source/line.ts'
import { openSheet, rowLimit } from '../source/read.ts'
import { uploadLimits } from '../source/unpack.ts'
import { ImportAnswer, ImportPreview, SheetColumns } from '../wire.ts'
import { mime, send } from './answer.ts'
import { format, reading, readingOf, sheet, sheetOf } from './asked.ts'

const name = f.text({ maxLength: 100 })

/** Headers of the sheet a mapping was made for; a column without one is an empty text. */
const headersOf = (given: unknown): string[] => (Array.isArray(given) ? given.filter((h): h is string => typeof h === 'string') : [])

/** Import of one resource, relative to /api/admin. */
export function importRoutes(r: Resource): Route[] {
  const base = `/${r.name}/import` as const
  const needs = verbPermission('import', r.name)
  const named = r.name.replaceAll('_', ' ')
  return [
    route({
      on: `POST ${base}`,
      id: `${r.name}.import`,
      summary: `Imports a sheet of ${named} at once, or tells what it would do`,
      needs,
      body: { ...reading, dry_run: f.flag({ default: false }) },
      brings: ['file'],
      answer: ImportAnswer,
      fails: [NOT_FOUND],
      run: async ({ ctx, body, request }) =>
        importRecords(ctx, r.name, await sheetOf(ctx, r, request, body), {
          limit: rowLimit,
          container: uploadLimits,
          dryRun: body.dry_run,
          speak: requestLanguage(ctx.kernel, request),
          ...(await readingOf(ctx, r, body)),
        }),
    }),
    route({
      on: `POST ${base}/columns`,
      id: `${r.name}.import_columns`,
      summary: `What a sheet of ${named} holds, and as what it could be read`,
      needs,
      body: sheet,
      brings: ['file'],
      answer: SheetColumns,
      fails: [NOT_FOUND],
      run: async ({ ctx, body, request }) => {
        const said = body.from === null ? undefined : (await own(ctx, 'import', r.name, body.from)).asked.reading
        return { ...(await describe(ctx, r, await sheetOf(ctx, r, request, body))), ...(said === undefined ? {} : { reading: said }) }
      },
    }),
    route({
      on: `POST ${base}/preview`,
      id: `${r.name}.import_preview`,
      summary: `The first ${named} rows a sheet tells of, as it would be read`,
      needs,
      body: reading,
      brings: ['file'],
      answer: ImportPreview,
      fails: [NOT_FOUND],
      run: async ({ ctx, body, request }) =>
        previewOf(ctx, r.name, await sheetOf(ctx, r, request, body), requestLanguage(ctx.kernel, request), {
          limit: rowLimit,
          container: uploadLimits,
          ...(await readingOf(ctx, r, body)),
        }),
    }),
    route({
      on: `GET ${base}/template`,
      id: `${r.name}.import_template`,
      summary: `An empty sheet to fill with ${named} rows`,
      needs,
      query: { format },
      answer: media(mime.xlsx),
      run: ({ ctx, query, reply }) => send(reply, query.format, 'import template', importTemplate(ctx, r.name, query.format)),
    }),
    route({
      on: `GET ${base}/mappings`,
      id: `${r.name}.import_mappings`,
      summary: `Known ways to read sheets of ${named}`,
      needs,
      answer: t.object({ data: t.list(t.object({ name: t.text(), title: t.text(), mapping: t.any(), built_in: t.flag() })) }),
      run: async ({ kernel }) => {
        const list = await allMappings(kernel, r.name)
        return { data: list.map(({ name, title, mapping, builtIn }) => ({ name, title, mapping, built_in: builtIn })) }
      },
    }),
    route({
      on: `POST ${base}/mappings`,
      id: `${r.name}.import_mapping_save`,
      summary: `Keeps a way to read sheets of ${named} under a name`,
      needs,
      body: { name, mapping: f.json(), fingerprint: f.json({ default: [], clean: headersOf }) },
      answer: t.object({ name: t.text() }),
      run: async ({ kernel, body }) => {
        await saveMapping(kernel.db, r.name, body.name, asMapping(body.mapping), body.fingerprint)
        return { name: body.name }
      },
    }),
    route({
      on: `DELETE ${base}/mappings`,
      id: `${r.name}.import_mapping_delete`,
      summary: `Forgets a way to read sheets of ${named}`,
      needs,
      query: { name },
      answer: t.object({ name: t.text() }),
      run: async ({ kernel, query }) => {
        await deleteMapping(kernel.db, r.name, query.name)
        return { name: query.name }
      },
    }),
  ]
}

/** The first lines of a sheet, with the field each column would be read into. */
async function describe(ctx: Ctx, r: Resource, source: Source): Promise<SheetColumns> {
  const { kernel } = ctx
  const layout = layoutOf(kernel.registry, r, ctx.language)
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
        label: columnLabel(kernel, ctx.speech ?? ctx.language, layout, c),
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
  new Map(Object.entries(columns).map(([name, targets]) => [headerKey(name), targets ? [...targetsOf(targets)] : []]))

/** The first field of several. */
function firstField([first]: readonly Target[]): string | null {
  return typeof first === 'object' ? first.to : (first ?? null)
}
