import type { ImportAnswer } from '../../api-types.ts'
import { note, printData, type SharedOptions } from 'stoa/cli'

/** Maximum number of entries of each type that are printed. */
const PRINT_LIMIT = 10

/** The resource and file of an import. */
export interface About {
  resource: string
  file: string
  mapping: string | null
  /** Id of the import record, for undo; absent when nothing was written. */
  id?: number
}

/** Title of a result, in the words the admin uses too. */
export function getTitle({ summary }: ImportAnswer): 'Import Success' | 'Import Some Rows Fail' | 'Import Fail' {
  if (summary.error === 0) return 'Import Success'
  return summary.error < getTotal(summary) ? 'Import Some Rows Fail' : 'Import Fail'
}

const getTotal = (s: ImportAnswer['summary']) => s.create + s.change + s.unchanged + s.error

/** Prints the result as JSON. */
export function printJson(about: About, answer: ImportAnswer): void {
  const { summary, lines, dry_run, errors, warnings, data } = answer
  const total = getTotal(summary)
  const counts = { total, success: total - summary.error, fail: summary.error, summary, lines }
  printData(JSON.stringify({ title: getTitle(answer), ...about, dry_run, ...counts, errors, warnings, data }))
}

/** Prints the result of an import as text. */
export function printResult(answer: ImportAnswer, errorsFile: string | undefined): void {
  const { create, change, unchanged, error } = answer.summary
  printData(getTitle(answer))
  printData(`${create} created, ${change} changed, ${unchanged} unchanged, ${error} failed${errorsFile ? ` → ${errorsFile}` : ''}`)
  if (answer.lines.left_out > 0) printData(`${answer.lines.left_out} of ${answer.lines.read} lines were skipped by the mapping`)
  for (const line of [...errorLines(answer, errorsFile), ...warningLines(answer)]) printData(line)
}

/** Prints the result of a dry run as text. */
export function printPlan(answer: ImportAnswer): void {
  const { create, change, unchanged, error } = answer.summary
  printData(`Check: ${create} create, ${change} change, ${unchanged} unchanged, ${error} errors`)
  for (const line of [...errorLines(answer, undefined), ...warningLines(answer)]) printData(line)
  const changed = answer.data.filter((row) => row.action === 'change')
  for (const row of changed.slice(0, PRINT_LIMIT)) {
    printData(`  row ${row.row}  ${row.key}`)
    for (const c of row.changes) printData(`    ${c.label}: ${cell(c.old)} → ${cell(c.new)}`)
  }
  if (changed.length > PRINT_LIMIT) printData(`  … ${changed.length - PRINT_LIMIT} more changed (--json shows all)`)
}

function errorLines({ errors }: ImportAnswer, errorsFile: string | undefined): string[] {
  const first = errors
    .slice(0, PRINT_LIMIT)
    .map((e) => `  row ${e.row}  ${[e.column, e.value && `"${cut(e.value)}"`, e.error].filter(Boolean).join('  ')}`)
  const more = errors.length - PRINT_LIMIT
  if (more > 0) first.push(`  … ${more} more${errorsFile ? '' : ' (--errors-out errors.xlsx)'}`)
  return first
}

function warningLines({ warnings = [] }: ImportAnswer): string[] {
  if (warnings.length === 0) return []
  const first = warnings.slice(0, PRINT_LIMIT).map(({ row, column, value, warning }) => {
    const at = [row > 0 && `row ${row}`, column, value && `"${cut(value)}"`].filter(Boolean)
    return `  ${[...at, warning].join('  ')}`
  })
  const more = warnings.length - PRINT_LIMIT
  return [`Warnings: ${warnings.length}`, ...first, ...(more > 0 ? [`  … ${more} more warnings (--json shows all)`] : [])]
}

const cell = (value: unknown) =>
  cut(value === null || value === undefined || value === '' ? '(blank)' : typeof value === 'object' ? JSON.stringify(value) : String(value))
const cut = (text: string) => (text.length > 60 ? `${text.slice(0, 59)}…` : text)

/** Prints the column mapping before anything is written. */
export function tellColumns(
  options: SharedOptions,
  file: string,
  chosen: { name?: string; recognised: boolean; unread: readonly string[] },
): void {
  const mappingText =
    chosen.name === undefined ? '' : ` with the mapping ${chosen.name}${chosen.recognised ? ', recognised by its header' : ''}`
  note(options, `Reading ${file}${mappingText}`)
  if (chosen.unread.length > 0) note(options, `  Not read: ${chosen.unread.join(', ')}`)
}
