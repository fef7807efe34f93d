import { type Ctx, AppError, type Tx, WRONG_STATE } from 'stoa'
import { RUNS } from 'stoa/plugins/runs'
import { importRecords } from '../import/import.ts'
import type { ImportOptions } from '../import/options.ts'
import type { Entry } from '../import/write.ts'
import type { Source } from '../source/line.ts'
import type { ImportAnswer } from '../api-types.ts'
import { IMPORT, importInput } from './kinds.ts'
import { appendNotes, isNoted } from './ledger.ts'

/** The result of an import and the id of its record; no id when nothing was written. */
export interface RecordedImport {
  id?: number
  answer: ImportAnswer
}

/**
 * Imports a file in this process and records the undo entries in each transaction, so that an interrupted import can be undone too.
 * @throws AppError WRONG_STATE when it is being undone meanwhile, and the errors of `importRecords`
 */
export async function importRecorded(ctx: Ctx, resource: string, source: Source, o: ImportOptions): Promise<RecordedImport> {
  const { kernel } = ctx
  const runs = kernel.get(RUNS)
  const input = importInput({ resource, file_name: source.name, ...(o.mapping ? { mapping: o.mapping } : {}) })
  const id = await kernel.transaction((tx) => runs.record(tx, ctx, IMPORT, input))
  const ledger = async (tx: Tx, entries: readonly Entry[]) => {
    if (entries.length === 0) return
    if (!(await runs.extend(tx, id, { done: entries.length }))) throw new AppError(WRONG_STATE)
    await appendNotes(tx, ctx, id, entries)
  }
  try {
    const answer = await importRecords(ctx, resource, source, { ...o, ledger })
    await runs.extend(kernel.db, id, { answer: { import: answer } })
    return (await isNoted(kernel.db, id)) ? { id, answer } : { answer }
  } finally {
    if (!(await isNoted(kernel.db, id))) await runs.drop(kernel.db, id)
  }
}
