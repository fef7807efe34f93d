import { type Ctx, f, media, route, type Route, requestLanguage, t } from '#core'
import { type Resource, verbPermission } from '#core/engine'
import { importTemplate } from '../export/export.ts'
import { importRecords } from '../import/import.ts'
import { layoutOf } from '../mapping/columns.ts'
import { columnLabel } from '../mapping/header.ts'
import { asMapping } from '../mapping/mapping.ts'
import { allMappings, chooseMapping, deleteMapping, saveMapping, suggestMapping } from '../mapping/mappings.ts'
import type { Line, Source } from '../source/line.ts'
import { openSheet, rowLimit } from '../source/read.ts'
import { uploadLimits } from '../source/unpack.ts'
import { ImportAnswer, SheetColumns } from '../wire.ts'
import { mime, send } from './answer.ts'
import { format, mappingOf, reading, sourceOf } from './asked.ts'

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
      run: async ({ ctx, body, request }) => {
        const mapping = await mappingOf(ctx, r, body)
        return importRecords(ctx, r.name, sourceOf(request, body.encoding), {
          limit: rowLimit,
          container: uploadLimits,
          dryRun: body.dry_run,
          speak: requestLanguage(ctx.kernel, request),
          ...(mapping ? { mapping } : {}),
        })
      },
    }),
    route({
      on: `POST ${base}/columns`,
      id: `${r.name}.import_columns`,
      summary: `What a sheet of ${named} holds, and as what it could be read`,
      needs,
      body: { encoding: reading.encoding },
      brings: ['file'],
      answer: SheetColumns,
      run: ({ ctx, body, request }) => describe(ctx, r, sourceOf(request, body.encoding)),
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
      answer: t.object({ data: t.list(t.object({ name: t.text(), mapping: t.any(), built_in: t.flag() })) }),
      run: async ({ kernel }) => {
        const list = await allMappings(kernel, r.name)
        return { data: list.map(({ name, mapping, builtIn }) => ({ name, mapping, built_in: builtIn })) }
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
  const own = suggestMapping(kernel, layout, sheet.header)
  const fieldOf = (column: string) => {
    const target = (name ? mapping : own).columns[column]
    const first = Array.isArray(target) ? (target as unknown[])[0] : target
    return (typeof first === 'object' && first !== null ? (first as { to: string }).to : (first as string | null | undefined)) ?? null
  }
  return {
    columns: sheet.header.map((column, i) => ({
      column,
      field: fieldOf(column),
      sample: lines.map((line) => line.cells[i] ?? ''),
    })),
    fields: layout.columns
      .filter((c) => c.reads)
      .map((c) => ({ name: c.name, label: columnLabel(kernel, ctx.speech ?? ctx.language, layout, c), required: c.required })),
    ...(name ? { mapping: name } : {}),
  }
}
