import { type Ctx, f, AppError, media, NOT_FOUND, requestLanguage, route, type Route, t, WRONG_STATE } from 'stoa'
import { RUNS } from 'stoa/plugins/runs'
import { Readable } from 'node:stream'
import { importTemplate } from '../export/export.ts'
import { getExportInput } from '../export/export-input.ts'
import { findPreview } from '../import/preview.ts'
import { getLayoutFor } from '../mapping/columns.ts'
import { columnLabel } from '../mapping/header.ts'
import { asMapping } from '../mapping/mapping.ts'
import { allMappings, deleteMapping, saveMapping } from '../mapping/mappings.ts'
import { getFormat, rowLimit } from '../source/read.ts'
import { uploadLimits } from '../source/unpack.ts'
import { EXPORT, IMPORT, importInput } from '../transfer/kinds.ts'
import { getInfo, findOwnTransfer } from '../transfer/store.ts'
import { ImportPreview, SheetColumns, TransferInfo } from '../api-types.ts'
import { mime, send } from './answer.ts'
import { format, reading, findReading, sheet, findSheet } from './request-fields.ts'
import { ofSheet, getResource } from './rights.ts'
import { describeSheet } from './sheet-columns.ts'

const name = f.text({ maxLength: 100 })
const imports = ofSheet('import')
const exports = ofSheet('export')

/** Headers of the file a mapping was made for; an empty text for a column without a header. */
const getHeaders = (input: unknown): string[] => (Array.isArray(input) ? input.filter((h): h is string => typeof h === 'string') : [])

/** The state of a new transfer. */
const begun = async (ctx: Ctx, id: number) => getInfo(ctx, await findOwnTransfer(ctx, id))

/** Routes that inspect files and start imports and exports as background jobs. */
export const sheetRoutes: readonly Route[] = [
  route({
    on: 'POST /sheet/:resource/columns',
    id: 'sheet.describe',
    summary: 'Content of a sheet and suggested mappings',
    ...imports,
    body: sheet,
    fileFields: ['file'],
    response: SheetColumns,
    errors: [NOT_FOUND],
    run: async ({ ctx, params, body, request }) => {
      const r = getResource(ctx, params)
      const reading =
        body.from === null ? undefined : (await findOwnTransfer(ctx, body.from, { kind: 'import', resource: r.name })).input.reading
      return {
        ...(await describeSheet(ctx, r, await findSheet(ctx, r, request, body))),
        ...(reading === undefined ? {} : { reading: reading }),
      }
    },
  }),
  route({
    on: 'POST /sheet/:resource/preview',
    id: 'sheet.preview',
    summary: 'Preview of the first rows with a mapping',
    ...imports,
    body: reading,
    fileFields: ['file'],
    response: ImportPreview,
    errors: [NOT_FOUND],
    run: async ({ ctx, params, body, request }) => {
      const r = getResource(ctx, params)
      return findPreview(ctx, r.name, await findSheet(ctx, r, request, body), requestLanguage(ctx.kernel, request), {
        limit: rowLimit,
        container: uploadLimits,
        ...(await findReading(ctx, r, body)),
      })
    },
  }),
  route({
    on: 'GET /sheet/:resource/template',
    id: 'sheet.template',
    summary: 'An empty sheet as a template',
    ...imports,
    query: { format },
    response: media(mime.xlsx),
    errors: [NOT_FOUND],
    run: ({ ctx, params, query, reply }) =>
      send(reply, query.format, 'import template', importTemplate(ctx, params.resource, query.format)),
  }),
  route({
    on: 'GET /sheet/:resource/mappings',
    id: 'sheet.mappings',
    summary: 'Saved mappings',
    ...imports,
    response: t.object({ data: t.list(t.object({ name: t.text(), title: t.text(), mapping: t.any(), built_in: t.flag() })) }),
    errors: [NOT_FOUND],
    run: async ({ ctx, params }) => {
      const list = await allMappings(ctx, params.resource)
      return { data: list.map(({ name, title, mapping, builtIn }) => ({ name, title, mapping, built_in: builtIn })) }
    },
  }),
  route({
    on: 'POST /sheet/:resource/mappings',
    id: 'sheet.save_mapping',
    summary: 'Save a mapping',
    ...imports,
    body: { name, mapping: f.json(), fingerprint: f.json({ default: [], clean: getHeaders }) },
    response: t.object({ name: t.text() }),
    errors: [NOT_FOUND],
    run: async ({ kernel, params, body }) => {
      await saveMapping(kernel.db, params.resource, body.name, asMapping(body.mapping), body.fingerprint)
      return { name: body.name }
    },
  }),
  route({
    on: 'DELETE /sheet/:resource/mappings',
    id: 'sheet.delete_mapping',
    summary: 'Delete a mapping',
    ...imports,
    query: { name },
    response: t.object({ name: t.text() }),
    errors: [NOT_FOUND],
    run: async ({ kernel, params, query }) => {
      await deleteMapping(kernel.db, params.resource, query.name)
      return { name: query.name }
    },
  }),
  route({
    on: 'POST /sheet/:resource/plan',
    id: 'sheet.plan',
    summary: 'Start the dry run of an import',
    ...imports,
    body: reading,
    fileFields: ['file'],
    response: TransferInfo,
    status: 202,
    errors: [NOT_FOUND],
    run: async ({ kernel, ctx, params, body, request }) => {
      const r = getResource(ctx, params)
      const file = await findSheet(ctx, r, request, body)
      getFormat(file)
      const { encoding: _, from, ...mappingInput } = body
      const input = importInput({
        resource: r.name,
        file_name: file.name.slice(0, 200),
        ...(await findReading(ctx, r, mappingInput)),
        reading: { ...mappingInput, language: ctx.language },
        ...(file.encoding ? { encoding: file.encoding } : {}),
      })
      const id = await kernel.transaction(async (tx) => {
        const runs = kernel.get(RUNS)
        const made = await runs.begin(tx, ctx, IMPORT, input)
        await runs.saveBytes(tx, made, Readable.from([file.bytes]))
        return made
      })
      // A new dry run from the same file cancels the previous one.
      if (from !== null) await giveUp(ctx, from)
      return begun(ctx, id)
    },
  }),
  route({
    on: 'GET /sheet/:resource/columns',
    id: 'sheet.columns',
    summary: 'Available columns of an export',
    ...exports,
    response: t.object({ data: t.list(t.object({ name: t.text(), label: t.text() })) }),
    errors: [NOT_FOUND],
    run: ({ kernel, ctx, params, request }) => {
      const layout = getLayoutFor(ctx, getResource(ctx, params))
      const locale = requestLanguage(kernel, request)
      return {
        data: layout.columns.filter((c) => c.writes).map((c) => ({ name: c.name, label: columnLabel(kernel, locale, layout, c) })),
      }
    },
  }),
  route({
    on: 'POST /sheet/:resource/export',
    id: 'sheet.export',
    summary: 'Start an export: rows by id, or those of a list',
    ...exports,
    body: { format, ids: f.maybe(f.ids()), query: f.maybe(f.texts()), columns: f.tags() },
    response: TransferInfo,
    status: 202,
    errors: [NOT_FOUND],
    run: async ({ kernel, ctx, params, body }) => {
      const r = getResource(ctx, params)
      const exportInput = { resource: r.name, file_name: `export list.${body.format}`, ...getExportInput(ctx, r, body) }
      return begun(ctx, await kernel.transaction((tx) => kernel.get(RUNS).begin(tx, ctx, EXPORT, exportInput)))
    },
  }),
]

/** Cancels a pending dry run; one that was decided meanwhile stays. */
async function giveUp(ctx: Ctx, id: number): Promise<void> {
  try {
    await ctx.kernel.get(RUNS).cancel(ctx, id)
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== WRONG_STATE) throw error
  }
}
