import { Readable } from 'node:stream'
import { type Ctx, f, Failed, invalid, media, NOT_FOUND, route, type Route, speech, sql, t, text, WRONG_STATE } from '#core'
import { type ListQuery, planList, type Resource, verbPermission } from '#core/engine'
import { layoutOf } from '../mapping/columns.ts'
import { columnLabel } from '../mapping/header.ts'
import { refusedLines } from '../import/refused.ts'
import { writeXlsx } from '../export/write-xlsx.ts'
import { formatOf, openSheet, rowLimit } from '../source/read.ts'
import { uploadLimits } from '../source/unpack.ts'
import { APPLY, REHEARSE, type TransferJob, UNDO, WRITE } from '../transfer/handles.ts'
import { begin, find, infoOf, readBytes, step, type Transfer, writeBytes } from '../transfer/store.ts'
import type { Format } from '../source/line.ts'
import { TransferInfo, type TransferStatus } from '../wire.ts'
import { mime, send } from './answer.ts'
import { format, mappingOf, reading, sourceOf } from './asked.ts'

const accountOf = ({ actor }: Ctx): number | null => (actor.kind === 'admin' ? actor.id : null)

/** `GET /transfer`: what the signed-in person began lately. */
export const latestRoute = route({
  on: 'GET /transfer',
  id: 'transfer.list',
  summary: 'Imports and exports the signed-in person began lately',
  open: 'signed-in',
  answer: t.object({ data: t.list(TransferInfo) }),
  run: async ({ kernel, ctx }) => {
    const rows = await kernel.db.rows<Transfer>(sql`
      select id, kind, resource, status, file_name, done, total, answer - 'import' as answer, created_at from transfer
      where account_id = ${accountOf(ctx)} order by id desc limit 50`)
    return { data: rows.map(infoOf) }
  },
})

/** A transfer of a resource that somebody began themselves. @throws Failed NOT_FOUND */
const own = (ctx: Ctx, r: Resource, kind: Transfer['kind'], id: number) =>
  find(ctx.kernel.db, id, { resource: r.name, kind, account: accountOf(ctx) })

/** Imports that are rehearsed, decided on and can be taken back. A job does it; whoever began one may leave the page and come back. */
export function importTransfers(r: Resource): Route[] {
  const base = `/${r.name}/import` as const
  const needs = verbPermission('import', r.name)
  const named = r.name.replaceAll('_', ' ')
  const decide = (on: string, summary: string, from: TransferStatus, to: TransferStatus, job?: TransferJob) =>
    route({
      on: `POST ${base}/:id/${on}`,
      id: `${r.name}.import_${on}`,
      summary,
      needs,
      answer: TransferInfo,
      status: 202,
      fails: [NOT_FOUND, WRONG_STATE],
      run: async ({ kernel, ctx, params }) => {
        const { id } = await own(ctx, r, 'import', params.id)
        await kernel.work(async (tx) => {
          if (!(await step(tx, id, [from], to))) throw new Failed(WRONG_STATE)
          if (job) tx.enqueue(job, { id })
        })
        return infoOf(await find(kernel.db, id))
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
      run: async ({ kernel, ctx, body, request }) => {
        const file = sourceOf(request, body.encoding)
        formatOf(file)
        const mapping = await mappingOf(ctx, r, body)
        const options = {
          language: ctx.language,
          speak: speech(kernel, request),
          ...(mapping ? { mapping } : {}),
          ...(file.encoding ? { encoding: file.encoding } : {}),
        }
        const id = await kernel.work(async (tx) => {
          const made = await begin(tx, { kind: 'import', resource: r.name, fileName: file.name, options, accountId: accountOf(ctx) })
          await writeBytes(tx, made, Readable.from([file.bytes]))
          tx.enqueue(REHEARSE, { id: made })
          return made
        })
        return infoOf(await find(kernel.db, id))
      },
    }),
    route({
      on: `GET ${base}/:id`,
      id: `${r.name}.import_state`,
      summary: `How far an import of ${named} is`,
      needs,
      answer: TransferInfo,
      fails: [NOT_FOUND],
      run: async ({ ctx, params }) => infoOf(await own(ctx, r, 'import', params.id)),
    }),
    decide('apply', `Carries a rehearsed import of ${named} out`, 'pending', 'approved', APPLY),
    decide('cancel', `Gives a rehearsed import of ${named} up`, 'pending', 'canceled'),
    decide('undo', `Takes an import of ${named} back`, 'completed', 'approved', UNDO),
    route({
      on: `GET ${base}/:id/failed`,
      id: `${r.name}.import_failed`,
      summary: `The refused rows of an import of ${named}, as a sheet with the reason beside each`,
      needs,
      answer: media(mime.xlsx),
      fails: [NOT_FOUND, WRONG_STATE],
      run: async ({ kernel, ctx, params, reply }) => {
        const transfer = await own(ctx, r, 'import', params.id)
        const answer = transfer.answer?.import
        if (!answer) throw new Failed(WRONG_STATE)
        const file = { name: transfer.file_name, bytes: readBytes(kernel.db, transfer.id) }
        const sheet = await openSheet(transfer.options.encoding ? { ...file, encoding: transfer.options.encoding } : file, {
          limit: rowLimit,
          container: uploadLimits,
        })
        const starts = answer.data.map(({ row, action }) => ({ line: row, failed: action === 'error' }))
        return send(reply, 'xlsx', 'failed rows', writeXlsx([...sheet.header, 'error'], refusedLines(sheet, starts, answer.errors)))
      },
    }),
  ]
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
        const locale = speech(kernel, request)
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
      run: async ({ kernel, ctx, body, request }) => {
        const options = { ...wantedOf(ctx, r, body), speak: speech(kernel, request) }
        const id = await kernel.work(async (tx) => {
          const fileName = `export list.${options.format}`
          const made = await begin(tx, { kind: 'export', resource: r.name, fileName, options, accountId: accountOf(ctx) })
          tx.enqueue(WRITE, { id: made })
          return made
        })
        return infoOf(await find(kernel.db, id))
      },
    }),
    route({
      on: `GET ${base}/:id`,
      id: `${r.name}.export_state`,
      summary: `How far an export of ${named} is`,
      needs,
      answer: TransferInfo,
      fails: [NOT_FOUND],
      run: async ({ ctx, params }) => infoOf(await own(ctx, r, 'export', params.id)),
    }),
    route({
      on: `GET ${base}/:id/file`,
      id: `${r.name}.export_file`,
      summary: `The sheet an export of ${named} has written`,
      needs,
      answer: media(mime.xlsx),
      fails: [NOT_FOUND, WRONG_STATE],
      run: async ({ kernel, ctx, params, reply }) => {
        const transfer = await own(ctx, r, 'export', params.id)
        if (transfer.status !== 'completed') throw new Failed(WRONG_STATE)
        return send(reply, transfer.options.format ?? 'xlsx', 'export list', readBytes(kernel.db, transfer.id))
      },
    }),
  ]
}

/** What an export is asked for: rows by id, or those a list shows with this query; all columns unless some are named. */
interface Asked {
  format: Format
  ids: number[] | null
  query: ListQuery | null
  columns: string[]
}

/** @throws Failed INVALID by name, before anything is begun */
function wantedOf(ctx: Ctx, r: Resource, { format, ids, query, columns }: Asked) {
  const known = new Set(layoutOf(ctx.kernel.registry, r, ctx.language).columns.flatMap((c) => (c.writes ? [c.name] : [])))
  if (!columns.every((c) => known.has(c))) throw invalid({ columns: text('core:rule.choice') })
  planList(ctx, r, query ?? {})
  return {
    language: ctx.language,
    format,
    ...(query ? { query } : {}),
    ...(ids ? { ids } : {}),
    ...(columns.length > 0 ? { columns } : {}),
  }
}
