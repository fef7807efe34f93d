import type { Kernel } from 'stoa'
import { RUNS } from 'stoa/plugins/runs'
import { getAnswer, inputGuards, IMPORT } from '../../transfer/kinds.ts'
import { rehearseUndo } from '../../transfer/undo.ts'
import type { Undone } from '../../api-types.ts'
import { canAsk, CliError, confirm, EXIT, note, operatorCtx, printData, type SharedOptions } from 'stoa/cli'

/** Maximum number of skipped rows that are printed. */
const MOST_ROWS = 10

/** Undoes an import and sets the exit code of the process. @throws CliError when it does not exist or is in the wrong state */
export async function undoImport(kernel: Kernel, id: number, options: SharedOptions): Promise<void> {
  const runs = kernel.get(RUNS)
  const ctx = operatorCtx(kernel, 'en-US')
  const run = await runs.find(kernel.db, id)
  if (run?.kind !== IMPORT.name || !inputGuards.import(run.input))
    throw new CliError('notFound', `There is no import ${id}.`, { hint: 'stoa runs list' })
  const alreadyUndone = new CliError('conflict', `Import ${id} was already undone.`)
  if (getAnswer(run.answer).undo) throw alreadyUndone
  if (run.status !== 'completed') throw new CliError('conflict', `Import ${id} is ${run.status}: only a completed import can be undone.`)
  const { resource, file_name } = run.input
  if (options.dryRun) {
    tell(options, { id, resource, dry_run: true }, await rehearseUndo(ctx, id))
    return note(options, 'Dry run: nothing changed. Remove --dry-run to apply.')
  }
  if (canAsk(options) && !options.yes && !(await confirm(options, `Take back the import of ${resource} from ${file_name}?`, '--yes')))
    return
  if (!(await kernel.transaction((tx) => runs.resume(tx, id, ['completed'], { part: 'undo' })))) throw alreadyUndone
  const ended = await runs.perform(ctx, id)
  const { undo } = getAnswer(ended.answer)
  if (!undo) throw new CliError('failure', `Import ${id} could not be undone.`, { hint: `stoa runs resume ${id}` })
  tell(options, { id, resource, dry_run: false }, undo)
}

function tell(options: SharedOptions, about: { id: number; resource: string; dry_run: boolean }, { undone, kept }: Undone): void {
  if (kept.length > 0) process.exitCode = undone === 0 ? EXIT.failure : EXIT.partial
  if (options.json) return printData(JSON.stringify({ ...about, undone, kept }))
  const rows = (count: number) => `${count} ${count === 1 ? 'row' : 'rows'}`
  printData(`${rows(undone)} ${about.dry_run ? 'would be undone' : 'undone'}${kept.length > 0 ? `, ${rows(kept.length)} not changed` : ''}`)
  for (const { resource, id, reason } of kept.slice(0, MOST_ROWS)) printData(`  ${resource} ${id}  ${reason}`)
  if (kept.length > MOST_ROWS) printData(`  … ${kept.length - MOST_ROWS} more (--json shows all)`)
}
