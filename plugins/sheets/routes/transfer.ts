import { Readable } from 'node:stream'
import { type Ctx, f, Failed, invalid, media, NOT_FOUND, route, type Route, requestLanguage, t, text, WRONG_STATE } from '#core'
import { planList, type Resource, verbPermission } from '#core/engine'
import { layoutOf } from '../mapping/columns.ts'
import { columnLabel } from '../mapping/header.ts'
import { refusedLines, startOf } from '../import/refused.ts'
import { writeXlsx } from '../export/write-xlsx.ts'
import { formatOf, openSheet, rowLimit } from '../source/read.ts'
import { uploadLimits } from '../source/unpack.ts'
import { RUNS, type RunStatus } from '../../runs/index.ts'
import { answerOf, EXPORT, IMPORT, importInput, sourceOf as sheetOf } from '../transfer/kinds.ts'
import { infoOf, latest, own, type TransferKind } from '../transfer/store.ts'
import type { Format } from '../source/line.ts'
import { TransferInfo } from '../wire.ts'
import { mime, send } from './answer.ts'
import { format, reading, readingOf, sheetOf as fileOf } from './asked.ts'

/** `GET /transfer`: what the signed-in person began lately. */
export const latestRoute = route({
  on: 'GET /transfer',
  id: 'transfer.list',
  summary: 'Imports and exports the signed-in person began lately',
  open: 'signed-in',
  answer: t.object({ data: t.list(TransferInfo) }),
  run: async ({ ctx }) => ({ data: await latest(ctx) }),
})

/** How far a transfer is. @throws Failed NOT_FOUND */
const state = async (ctx: Ctx, r: Resource, kind: TransferKind, id: number) => infoOf(ctx, await own(ctx, kind, r.name, id))

/** Imports that are rehearsed, decided on and can be taken back. A job does it; whoever began one may leave the page and come back. */
export function importTransfers(r: Resource): Route[] {
  const base = `/${r.name}/import` as const
  const needs = verbPermission('import', r.name)
  const named = r.name.replaceAll('_', ' ')
  const decide = (on: string, summary: string, from: RunStatus, part: 'apply' | 'undo') =>
    route({
      on: `POST ${base}/:id/${on}`,
      id: `${r.name}.import_${on}`,
      summary,
      needs,
      answer: TransferInfo,
      status: 202,
      fails: [NOT_FOUND, WRONG_STATE],
      run: async ({ kernel, ctx, params }) => {
        await own(ctx, 'import', r.name, params.id)
        if (!(await kernel.work((tx) => kernel.get(RUNS).goOn(tx, params.id, [from], { part })))) throw new Failed(WRONG_STATE)
        return state(ctx, r, 'import', params.id)
      },
    })
  return [
    route({
      on: `POST ${base}/plan`,
      id: `${r.name}.import_plan`,
      summary: `Rehearses an import of ${named}`,
      needs,
      body: reading,
      brings: ['file'],
      answer: TransferInfo,
      status: 202,
      fails: [NOT_FOUND],
      run: async ({ kernel, ctx, body, request }) => {
        const file = await fileOf(ctx, r, request, body)
        formatOf(file)
        const { encoding: _, from, ...said } = body
        const input = importInput({
          resource: r.name,
          file_name: file.name.slice(0, 200),
          ...(await readingOf(ctx, r, said)),
          reading: { ...said, language: ctx.language },
          ...(file.encoding ? { encoding: file.encoding } : {}),
        })
        const id = await kernel.work(async (tx) => {
          const runs = kernel.get(RUNS)
          const made = await runs.begin(tx, ctx, IMPORT, input)
          await runs.keep(tx, made, Readable.from([file.bytes]))
          return made
        })
        // Whoever goes back and checks again has given the former rehearsal up.
        if (from !== null) await giveUp(ctx, from)
        return state(ctx, r, 'import', id)
      },
    }),
    route({
      on: `GET ${base}/:id`,
      id: `${r.name}.import_state`,
      summary: `How far an import of ${named} is`,
      needs,
      answer: TransferInfo,
      fails: [NOT_FOUND],
      run: ({ ctx, params }) => state(ctx, r, 'import', params.id),
    }),
    decide('apply', `Carries a rehearsed import of ${named} out`, 'pending', 'apply'),
    route({
      on: `POST ${base}/:id/cancel`,
      id: `${r.name}.import_cancel`,
      summary: `Gives an import of ${named} up, rehearsed or under way`,
      needs,
      answer: TransferInfo,
      status: 202,
      fails: [NOT_FOUND, WRONG_STATE],
      run: async ({ kernel, ctx, params: { id } }) => {
        await own(ctx, 'import', r.name, id)
        await kernel.get(RUNS).cancel(ctx, id)
        return state(ctx, r, 'import', id)
      },
    }),
    decide('undo', `Takes an import of ${named} back`, 'completed', 'undo'),
    route({
      on: `GET ${base}/:id/failed`,
      id: `${r.name}.import_failed`,
      summary: `The refused rows of an import of ${named}, as a sheet with the reason beside each`,
      needs,
      answer: media(mime.xlsx),
      fails: [NOT_FOUND, WRONG_STATE],
      run: async ({ kernel, ctx, params, reply }) => {
        const { run, asked } = await own(ctx, 'import', r.name, params.id)
        const { import: answer } = answerOf(run.answer)
        if (!answer) throw new Failed(WRONG_STATE)
        const sheet = await openSheet(sheetOf(kernel, run.id, asked), {
          limit: rowLimit,
          container: uploadLimits,
        })
        const starts = answer.data.map(startOf)
        return send(reply, 'xlsx', 'failed rows', writeXlsx([...sheet.header, 'error'], refusedLines(sheet, starts, answer.errors)))
      },
    }),
  ]
}

/** Ends a rehearsal that waits; one that was decided on meanwhile goes its way. */
async function giveUp(ctx: Ctx, id: number): Promise<void> {
  try {
    await ctx.kernel.get(RUNS).cancel(ctx, id)
  } catch (error) {
    if (!(error instanceof Failed) || error.kind !== WRONG_STATE) throw error
  }
}

/** Exports that a job writes, for lists too long to wait for. */
export function exportTransfers(r: Resource): Route[] {
  const base = `/${r.name}/export` as const
  const needs = verbPermission('export', r.name)
  const named = r.name.replaceAll('_', ' ')
  return [
    route({
      on: `GET ${base}/columns`,
      id: `${r.name}.export_columns`,
      summary: `Columns a sheet of ${named} may have`,
      needs,
      answer: t.object({ data: t.list(t.object({ name: t.text(), label: t.text() })) }),
      run: ({ kernel, ctx, request }) => {
        const layout = layoutOf(kernel.registry, r, ctx.language)
        const locale = requestLanguage(kernel, request)
        return {
          data: layout.columns.filter((c) => c.writes).map((c) => ({ name: c.name, label: columnLabel(kernel, locale, layout, c) })),
        }
      },
    }),
    route({
      on: `POST ${base}`,
      id: `${r.name}.export_begin`,
      summary: `Begins an export of ${named}: rows by id, or those a list shows`,
      needs,
      body: { format, ids: f.maybe(f.ids()), query: f.maybe(f.texts()), columns: f.tags() },
      answer: TransferInfo,
      status: 202,
      run: async ({ kernel, ctx, body }) => {
        const told = { resource: r.name, file_name: `export list.${body.format}`, ...wantedOf(ctx, r, body) }
        return state(ctx, r, 'export', await kernel.work((tx) => kernel.get(RUNS).begin(tx, ctx, EXPORT, told)))
      },
    }),
    route({
      on: `GET ${base}/:id`,
      id: `${r.name}.export_state`,
      summary: `How far an export of ${named} is`,
      needs,
      answer: TransferInfo,
      fails: [NOT_FOUND],
      run: ({ ctx, params }) => state(ctx, r, 'export', params.id),
    }),
    route({
      on: `GET ${base}/:id/file`,
      id: `${r.name}.export_file`,
      summary: `The sheet an export of ${named} has written`,
      needs,
      answer: media(mime.xlsx),
      fails: [NOT_FOUND, WRONG_STATE],
      run: async ({ kernel, ctx, params, reply }) => {
        const { run, asked } = await own(ctx, 'export', r.name, params.id)
        if (run.status !== 'completed') throw new Failed(WRONG_STATE)
        return send(reply, asked.format ?? 'xlsx', 'export list', kernel.get(RUNS).kept(kernel.db, run.id))
      },
    }),
  ]
}

/** What an export is asked for: rows by id, or those a list shows with this query; all columns unless some are named. */
interface Asked {
  format: Format
  ids: number[] | null
  query: Record<string, string> | null
  columns: string[]
}

/** @throws Failed INVALID by name, before anything is begun */
function wantedOf(ctx: Ctx, r: Resource, { format, ids, query, columns }: Asked) {
  const known = new Set(layoutOf(ctx.kernel.registry, r, ctx.language).columns.flatMap((c) => (c.writes ? [c.name] : [])))
  if (!columns.every((c) => known.has(c))) throw invalid({ columns: text('core:rule.choice') })
  planList(ctx, r, query ?? {})
  return {
    format,
    ...(query ? { query } : {}),
    ...(ids ? { ids } : {}),
    ...(columns.length > 0 ? { columns } : {}),
  }
}
