import { type Ctx, AppError, type Kernel } from 'stoa'
import type { Resource } from 'stoa/engine'
import { sheetResource } from '../sheets.ts'
import { chooseColumns, type ColumnOptions, getFingerprint } from './columns.ts'
import { writeErrors } from './write-errors.ts'
import { printJson, printPlan, printResult, tellColumns, getTitle } from './report.ts'
import type { ImportOptions as HowToImport } from '../../import/options.ts'
import { importRecorded, type RecordedImport } from '../../transfer/recorded-import.ts'
import type { SheetFile } from './source.ts'
import { tellWhenStopped } from './stop-import.ts'
import { type Asking, canAsk, CliError, confirm, EXIT, getLanguage, note, operatorCtx, progress, type SharedOptions } from 'stoa/cli'
import type { ImportAnswer } from '../../api-types.ts'
import { importRecords } from '../../import/import.ts'
import { getLayoutFor } from '../../mapping/columns.ts'
import type { Mapping } from '../../mapping/mapping.ts'
import { openSheet, rowLimit } from '../../source/read.ts'
import { saveMapping } from '../../mapping/mappings.ts'
import { type Start, getStart } from '../../import/rejected-records.ts'
import { TOO_MANY_ROWS } from '../../errors.ts'

/** Options of `stoa import`. */
export interface ImportOptions extends SharedOptions, Omit<ColumnOptions, keyof Asking> {
  language?: string
  chunk?: number
  errorsOut?: string
}

/** One import before it starts. */
interface Task {
  ctx: Ctx
  r: Resource
  sheet: SheetFile
  mapping: Mapping
  options: ImportOptions
}

/** Imports a file and sets the exit code of the process. */
export async function runImport(kernel: Kernel, resource: string, sheet: SheetFile, options: ImportOptions): Promise<void> {
  const r = sheetResource(kernel.registry, resource, 'import')
  const ctx = operatorCtx(kernel, getLanguage(options.language))
  const { header, close } = await openSheet(sheet.open())
  await close()
  const chosen = await chooseColumns(ctx, getLayoutFor(ctx, r), header, options)
  tellColumns(options, sheet.name, chosen)
  const task: Task = { ctx, r, sheet, mapping: chosen.mapping, options }
  const about = { resource: r.name, file: sheet.name, mapping: chosen.name ?? null }
  if (options.dryRun) {
    const { answer, starts } = await attempt(task, true)
    if (options.json) printJson(about, answer)
    else printPlan(answer)
    await keepErrors(task, answer, starts)
    leaveCode(answer)
    return note(options, 'Dry run: nothing changed. Remove --dry-run to apply.')
  }
  if (canAsk(options) && !options.yes) {
    const { answer } = await attempt(task, true)
    const good = answer.summary.create + answer.summary.change
    if (good > 0) {
      if (!options.json) printPlan(answer)
      if (!(await confirm(options, `Import the ${good} valid ${good === 1 ? 'row' : 'rows'}?`, '--yes'))) return
    }
  }
  const { answer, starts, id } = await attempt(task, false)
  if (chosen.saveAs !== undefined) {
    await saveMapping(kernel.db, r.name, chosen.saveAs, chosen.mapping, getFingerprint(chosen.mapping, header))
    note(options, `Mapping saved as ${chosen.saveAs.trim()}`)
  }
  const errorsFile = await keepErrors(task, answer, starts)
  if (options.json) printJson({ ...about, ...(id === undefined ? {} : { id }) }, answer)
  else printResult(answer, errorsFile)
  if (id !== undefined) note(options, `Take it back: stoa import --undo ${id}`)
  leaveCode(answer)
}

/** A dry run has the same exit code as the import. */
function leaveCode(answer: ImportAnswer): void {
  const title = getTitle(answer)
  if (title !== 'Import Success') process.exitCode = title === 'Import Fail' ? EXIT.failure : EXIT.partial
}

async function attempt({ ctx, r, sheet, mapping, options }: Task, dryRun: boolean): Promise<RecordedImport & { starts: Start[] }> {
  const starts: Start[] = []
  const { chunk } = options
  const bar = progress(dryRun ? `Checking ${r.name}` : `Importing ${r.name}`, options)
  let records = 0
  // With chunks the number of records is not known, so progress is measured in bytes read.
  const source = sheet.open((bytes) => {
    if (chunk) bar.update(bytes / Math.max(1, sheet.size), `${records}`)
  })
  const settled = dryRun ? () => {} : tellWhenStopped(starts, chunk)
  try {
    const importOptions: HowToImport = {
      mapping,
      dryRun,
      speak: 'en-US',
      ...(chunk ? { chunk } : { limit: rowLimit }),
      onRow: (row) => void starts.push(getStart(row)),
      onProgress: ({ done, total }) => {
        records = done
        if (total !== undefined) bar.update(total === 0 ? 1 : done / total, `${done}/${total}`)
      },
    }
    if (dryRun) return { answer: await importRecords(ctx, r.name, source, importOptions), starts }
    return { ...(await importRecorded(ctx, r.name, source, importOptions)), starts }
  } catch (error) {
    throw error instanceof AppError && error.kind === TOO_MANY_ROWS ? await tooMany(sheet, r, error) : error
  } finally {
    settled()
    bar.end()
  }
}

async function tooMany(sheet: SheetFile, r: Resource, cause: AppError): Promise<CliError> {
  let rows = 0
  const { lines } = await openSheet(sheet.open())
  for await (const line of lines) if (line.cells.some((cell) => cell !== '')) rows++
  return new CliError('usage', `The data can only import ${rowLimit} records at a time (file has ${rows}).`, {
    hint: `stoa import ${r.name} ${sheet.name} --chunk ${rowLimit}`,
    cause,
  })
}

async function keepErrors({ sheet, options }: Task, answer: ImportAnswer, starts: readonly Start[]): Promise<string | undefined> {
  if (options.errorsOut === undefined || answer.summary.error === 0) return undefined
  await writeErrors(options.errorsOut, sheet, starts, answer.errors)
  return options.errorsOut
}
