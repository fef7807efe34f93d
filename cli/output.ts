import { CliError, EXIT, explain } from './errors.ts'
import { paint } from './paint.ts'

/** Output options of every command. */
export interface CommandOutput {
  json?: boolean
  plain?: boolean
  quiet?: boolean
  verbose?: boolean
  /** Names of the columns to print, separated by commas. */
  fields?: string
}

/** Prints data on standard output, which is used for nothing else. */
export function printData(text: string): void {
  process.stdout.write(text.endsWith('\n') ? text : `${text}\n`)
}

/** Prints a remark for the person on standard error. */
export function note(output: CommandOutput, text: string): void {
  if (!output.quiet && !output.json) process.stderr.write(`${text}\n`)
}

/** Ends a dry run: prints the plan as JSON when requested, and how to apply it. */
export function dryRunNote(output: CommandOutput, plan: object): void {
  if (output.json) printData(JSON.stringify({ ...plan, dry_run: true }))
  else note(output, 'Dry run: nothing changed. Remove --dry-run to apply.')
}

/** Prints rows as JSON, as tab-separated lines for programs, or as aligned columns for people. */
export function printRows(output: CommandOutput, usual: readonly string[], rows: readonly object[]): void {
  const columns = getColumns(output, usual, rows)
  if (output.json) return printData(JSON.stringify(output.fields ? rows.map((row) => only(row, columns)) : rows))
  const cells = rows.map((row) => columns.map((column) => asText((row as Record<string, unknown>)[column])))
  if (!process.stdout.isTTY || output.plain) return cells.forEach((line) => printData(line.join('\t')))
  const all = [columns, ...cells]
  const widths = columns.map((_, index) => Math.max(...all.map((line) => line[index]?.length ?? 0)))
  // Terminals without a known width report 0.
  const width = process.stdout.columns || Infinity
  const dim = paint(process.stdout).dim
  for (const [at, line] of all.entries()) {
    const text = line
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd()
      .slice(0, width)
    printData(at === 0 ? dim(text) : text)
  }
}

/** Reports a failure on standard error and returns the exit code. */
export function reportFailure(output: CommandOutput, thrown: unknown): number {
  const failure = explain(thrown)
  const message = failure?.message ?? (thrown instanceof Error ? thrown.message : String(thrown))
  if (output.json) {
    const error = {
      code: (failure?.exit ?? 'failure').replace(/[A-Z]/g, (capital) => `_${capital}`).toUpperCase(),
      message,
      ...(failure?.details !== undefined && { details: failure.details }),
      ...(failure?.hint !== undefined && { hint: failure.hint }),
    }
    process.stderr.write(`${JSON.stringify({ error })}\n`)
  } else {
    process.stderr.write(failure?.exit === 'interrupted' ? `${message}\n` : `Error: ${message}\n`)
    if (failure?.hint) process.stderr.write(`Try: ${failure.hint}\n`)
    if (!failure || output.verbose || process.env.STOA_LOG === 'debug') process.stderr.write(getFrames(thrown))
  }
  return EXIT[failure?.exit ?? 'failure']
}

/** Stack frames of an error without its message, which is already printed. */
const getFrames = (thrown: unknown): string =>
  ((thrown instanceof Error && thrown.stack) || '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .map((line) => `${line}\n`)
    .join('')

/** Refuses to prompt when prompting is not possible; names the flag to use instead. */
export function requireTerminal(options: { input?: boolean }, flag: string, example: string): void {
  if (options.input === false) throw new CliError('usage', `${flag} is required because of --no-input.`, { hint: example })
  if (!process.stdin.isTTY) {
    throw new CliError('usage', `${flag} is required because input is not a terminal.`, { hint: example })
  }
}

/** @throws CliError usage for an unknown column */
function getColumns(output: CommandOutput, usual: readonly string[], rows: readonly object[]): readonly string[] {
  if (!output.fields) return usual
  const requested = output.fields.split(',').map((field) => field.trim())
  // Further columns are known only from a row.
  if (rows.length === 0) return requested
  const availableColumns = new Set([...usual, ...Object.keys(rows[0] ?? {})])
  const wrong = requested.find((field) => !availableColumns.has(field))
  if (wrong !== undefined) throw new CliError('usage', `no column "${wrong}". There are ${[...availableColumns].join(', ')}.`)
  return requested
}

const only = (row: object, columns: readonly string[]) =>
  Object.fromEntries(columns.map((column) => [column, (row as Record<string, unknown>)[column]]))

/** Control characters, which would break lines or cells or control the terminal: subjects and names are user input. */
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001F\u007F-\u009F]+/g

function asText(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (value instanceof Date) return value.toISOString()
  return (typeof value === 'object' ? JSON.stringify(value) : String(value)).replaceAll(CONTROL, ' ')
}
