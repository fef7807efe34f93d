import { type Ctx, f, AppError, media, NOT_FOUND, route, type Route, t, WRONG_STATE } from 'stoa'
import { RUNS, type RunStatus } from 'stoa/plugins/runs'
import { writeXlsx } from '../export/write-xlsx.ts'
import { refusedLines, getStart } from '../import/rejected-records.ts'
import { openSheet, rowLimit } from '../source/read.ts'
import { uploadLimits } from '../source/unpack.ts'
import { getAnswer, getSource } from '../transfer/kinds.ts'
import { getInfo, latest, findOwnTransfer } from '../transfer/store.ts'
import { TransferInfo } from '../api-types.ts'
import { mime, send } from './answer.ts'
import { ofTransfer } from './rights.ts'

/** The state of a transfer. @throws AppError NOT_FOUND */
const state = async (ctx: Ctx, id: number) => getInfo(ctx, await findOwnTransfer(ctx, id))

interface Decision {
  part: 'apply' | 'undo'
  /** The required status. */
  from: RunStatus
  summary: string
}

const decisions: readonly Decision[] = [
  { part: 'apply', from: 'pending', summary: 'Start an import after its dry run' },
  { part: 'undo', from: 'completed', summary: 'Undo an import' },
]

const decide = (on: `POST /${string}/:id/${string}`, id: string, { part, from, summary }: Decision): Route =>
  route({
    on,
    id,
    summary,
    ...ofTransfer,
    ...(on.includes(':resource') ? { params: { resource: f.text() } } : {}),
    response: TransferInfo,
    status: 202,
    errors: [NOT_FOUND, WRONG_STATE],
    run: async ({ kernel, ctx, params }) => {
      await findOwnTransfer(ctx, params.id, { kind: 'import' })
      if (!(await kernel.transaction((tx) => kernel.get(RUNS).resume(tx, params.id, [from], { part })))) throw new AppError(WRONG_STATE)
      return state(ctx, params.id)
    },
  })

/**
 * Routes of a running transfer. The work is a background job, so its creator may leave the page. The decisions on an import exist under the
 * path of its resource too (specification C §2.19).
 */
export const transferRoutes: readonly Route[] = [
  route({
    on: 'GET /transfer',
    id: 'transfer.list',
    summary: 'Recent imports and exports of the caller',
    open: 'signed-in',
    response: t.object({ data: t.list(TransferInfo) }),
    run: async ({ ctx }) => ({ data: await latest(ctx) }),
  }),
  route({
    on: 'GET /transfer/:id',
    id: 'transfer.state',
    summary: 'Progress of an import or export',
    ...ofTransfer,
    response: TransferInfo,
    errors: [NOT_FOUND],
    run: ({ ctx, params }) => state(ctx, params.id),
  }),
  ...decisions.flatMap((decision) => [
    decide(`POST /transfer/:id/${decision.part}`, `transfer.${decision.part}`, decision),
    decide(`POST /:resource/import/:id/${decision.part}`, `transfer.${decision.part}_import`, decision),
  ]),
  route({
    on: 'POST /transfer/:id/cancel',
    id: 'transfer.cancel',
    summary: 'Cancel an import, in dry run or running',
    ...ofTransfer,
    response: TransferInfo,
    status: 202,
    errors: [NOT_FOUND, WRONG_STATE],
    run: async ({ kernel, ctx, params: { id } }) => {
      await findOwnTransfer(ctx, id, { kind: 'import' })
      await kernel.get(RUNS).cancel(ctx, id)
      return state(ctx, id)
    },
  }),
  route({
    on: 'GET /transfer/:id/failed',
    id: 'transfer.failed',
    summary: 'Rejected rows of an import, as a sheet with reasons',
    ...ofTransfer,
    response: media(mime.xlsx),
    errors: [NOT_FOUND, WRONG_STATE],
    run: async ({ kernel, ctx, params, reply }) => {
      const { run, input } = await findOwnTransfer(ctx, params.id, { kind: 'import' })
      const { import: answer } = getAnswer(run.answer)
      if (!answer) throw new AppError(WRONG_STATE)
      const sheet = await openSheet(getSource(kernel, run.id, input), { limit: rowLimit, container: uploadLimits })
      const starts = answer.data.map(getStart)
      return send(reply, 'xlsx', 'failed rows', writeXlsx([...sheet.header, 'error'], refusedLines(sheet, starts, answer.errors)))
    },
  }),
  route({
    on: 'GET /transfer/:id/file',
    id: 'transfer.file',
    summary: 'File of a finished export',
    ...ofTransfer,
    response: media(mime.xlsx),
    errors: [NOT_FOUND, WRONG_STATE],
    run: async ({ kernel, ctx, params, reply }) => {
      const { run, input } = await findOwnTransfer(ctx, params.id, { kind: 'export' })
      if (run.status !== 'completed') throw new AppError(WRONG_STATE)
      return send(reply, input.format ?? 'xlsx', 'export list', kernel.get(RUNS).readBytes(kernel.db, run.id))
    },
  }),
]
