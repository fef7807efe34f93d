import { clock, type Ctx, Failed, job, type Kernel, staffCtx, systemCtx, type Told, translate, type Tx } from '#core'
import { asFailed, INTERNAL } from '#core/engine'
import { exportRecords } from '../export/export.ts'
import { importRecords } from '../import/import.ts'
import type { Entry } from '../import/write.ts'
import type { Source } from '../source/line.ts'
import { rowLimit } from '../source/read.ts'
import { uploadLimits } from '../source/unpack.ts'
import type { TransferAnswer, TransferStatus } from '../wire.ts'
import { APPLY, REHEARSE, type TransferJob, UNDO, WRITE } from './handles.ts'
import { isNoted, note } from './ledger.ts'
import { find, finish, progressOf, readBytes, step, tidy, type Transfer, writeBytes } from './store.ts'
import { takeBack } from './undo.ts'

/** Says what an import would do; then it waits for a decision. */
const rehearse = part(['to_do', 'processing'], 'pending', async (ctx, transfer) => ({
  import: await importRecords(ctx, transfer.resource, source(ctx.kernel, transfer), {
    ...readingOf(transfer),
    dryRun: true,
    ...telling(ctx.kernel, transfer),
  }),
}))

/** Imports what was rehearsed: the rows, and the notes by which they can be taken back, all or nothing. */
const apply = part(['approved', 'processing'], 'completed', async (ctx, transfer) => {
  const rehearsed = transfer.answer?.import
  // Written by a process that was killed before it could say so: what it did is what the rehearsal told.
  if (rehearsed && (await isNoted(ctx.kernel.db, transfer.id))) return { import: { ...rehearsed, dry_run: false } }
  const ledger = (tx: Tx, entries: readonly Entry[]) => note(tx, ctx, transfer.id, entries)
  return {
    import: await importRecords(ctx, transfer.resource, source(ctx.kernel, transfer), {
      ...readingOf(transfer),
      ...telling(ctx.kernel, transfer),
      ledger,
    }),
  }
})

/** Takes a finished import back. */
const undo = part(['approved', 'processing'], 'canceled', async (ctx, transfer) => ({
  ...transfer.answer,
  undo: await takeBack(ctx, transfer.id, transfer.options.speak, progressOf(ctx.kernel, transfer.id)),
}))

/** Writes a sheet and keeps it to be fetched. */
const write = part(['to_do', 'processing'], 'completed', async (ctx, transfer) => {
  let rows = 0
  const tell = progressOf(ctx.kernel, transfer.id)
  const { language, format, query, ids, columns } = transfer.options
  const bytes = exportRecords(ctx, transfer.resource, {
    language,
    ...(format ? { format } : {}),
    ...(query ? { query } : {}),
    ...(ids ? { ids } : {}),
    ...(columns ? { columns } : {}),
    onProgress: (progress) => {
      rows = progress.done
      tell(progress)
    },
  })
  return { bytes: await writeBytes(ctx.kernel.db, transfer.id, bytes), rows }
})

export const jobs = [
  job(REHEARSE, rehearse),
  job(APPLY, apply),
  job(UNDO, undo),
  job(WRITE, write),
  clock('sheets/tidy', '17 * * * *', ({ kernel }) => tidy(kernel)),
]

/**
 * One step of a transfer as a job. It may run twice: a step that was done is not begun again, one that a killed
 * process left half way is. What people did wrong ends the transfer with the reason; faults of ours are tried again.
 */
function part(
  from: readonly TransferStatus[],
  to: TransferStatus,
  run: (ctx: Ctx, transfer: Transfer) => Promise<TransferAnswer>,
): (told: Told<TransferJob>, ctx: Ctx) => Promise<void> {
  return async ({ id }, { kernel }) => {
    if (!(await step(kernel.db, id, from, 'processing'))) return
    const transfer = await find(kernel.db, id)
    const { language, speak } = transfer.options
    const ctx =
      transfer.account_id === null ? systemCtx(kernel, 'transfer', language) : await staffCtx(kernel, transfer.account_id, language)
    if (!ctx) return finish(kernel.db, id, 'canceled', {})
    try {
      await finish(kernel.db, id, to, await run(ctx, transfer))
    } catch (error) {
      const failed = asFailed(error)
      if (failed.kind === INTERNAL || !(error instanceof Failed)) throw error
      const said = translate(kernel, speak, failed.texts)
      await finish(kernel.db, id, 'abnormal', { problem: Array.isArray(said) ? said : Object.values(said).flat() })
    }
  }
}

const source = (kernel: Kernel, transfer: Transfer): Source => ({
  name: transfer.file_name,
  bytes: readBytes(kernel.db, transfer.id),
  ...(transfer.options.encoding ? { encoding: transfer.options.encoding } : {}),
})

const readingOf = ({ options: { mapping, language, speak } }: Transfer) => ({
  limit: rowLimit,
  container: uploadLimits,
  language,
  speak,
  ...(mapping ? { mapping } : {}),
})

const telling = (kernel: Kernel, transfer: Transfer) => ({ onProgress: progressOf(kernel, transfer.id) })
