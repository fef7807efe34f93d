import { setImmediate } from 'node:timers/promises'
import { decodeUtf8 } from 'stoa'
import { type FilePunch, type LineProblem, type PunchCells, toFilePunch } from '../domain/file-punch.ts'

/** Largest punch file, and its most lines. A device with 200 people writes about 20,000 lines a month. */
export const MOST_BYTES = 2 * 1024 * 1024
export const MOST_LINES = 20_000
const LONGEST_LINE = 500
/** Lines after which other requests are served. */
const PORTION = 200

/** Problems of a whole file. */
export type FileProblem = 'too_large' | 'encoding' | 'too_many' | 'no_header' | 'no_lines'

/** A file of which nothing can be used. */
export class PunchFileError extends Error {
  readonly problem: FileProblem
  constructor(problem: FileProblem) {
    super(problem)
    this.problem = problem
  }
}

export interface PunchFile {
  format: 'csv' | 'dat'
  punches: FilePunch[]
  errors: { line: number; problem: LineProblem }[]
}

/** A line that is not blank, with its number. */
interface FileLine {
  line: number
  text: string
}

/** The cells of lines, in their order; undefined for a line with a quotation mark that is never closed. */
type ReadCells = (lines: readonly FileLine[]) => (PunchCells | undefined)[]

/**
 * Reads a file of an attendance terminal: CSV with a header (`staff_no`, `time`, and optionally `date`, `direction`, `device_id`), or the
 * layout of `.dat` logs without one: staff number, time, device and state, separated by tabs. Many terminals write the state 0 for every
 * punch, so the states of a log count only with `useStates`. Work is linear in the size of the file, and done in portions.
 * @throws PunchFileError when nothing of it can be used
 */
export async function readPunchFile(bytes: Buffer, { useStates = false }: { useStates?: boolean } = {}): Promise<PunchFile> {
  if (bytes.length > MOST_BYTES) throw new PunchFileError('too_large')
  const text = decodeUtf8(bytes)
  if (text === undefined) throw new PunchFileError('encoding')
  const all = text.split('\n')
  if (all.length > MOST_LINES + 2) throw new PunchFileError('too_many')
  const lines = all.map((line, n): FileLine => ({ line: n + 1, text: line.trimEnd() })).filter((line) => line.text.trim() !== '')
  const [first] = lines
  if (first === undefined) throw new PunchFileError('no_lines')
  if (first.text.includes('\t') && /\d{4}-\d\d-\d\d/.test(first.text))
    return readLines('dat', lines, (portion) => portion.map(({ text: line }) => toLogCells(line, useStates)))
  return readLines('csv', lines.slice(1), await createCsvReader(first))
}

async function readLines(format: PunchFile['format'], lines: readonly FileLine[], readCells: ReadCells): Promise<PunchFile> {
  const file: PunchFile = { format, punches: [], errors: [] }
  for (let n = 0; n < lines.length; n += PORTION) {
    if (n > 0) await setImmediate()
    const portion = lines.slice(n, n + PORTION)
    const readable = portion.filter(({ text }) => text.length <= LONGEST_LINE)
    for (const { line, text } of portion) if (text.length > LONGEST_LINE) file.errors.push({ line, problem: 'long_line' })
    for (const [index, cells] of readCells(readable).entries()) {
      const { line } = readable[index] as FileLine
      const result = cells === undefined ? 'open_quote' : toFilePunch(line, cells)
      if (typeof result === 'string') file.errors.push({ line, problem: result })
      else file.punches.push(result)
    }
  }
  file.errors.sort((one, other) => one.line - other.line)
  return file
}

function toLogCells(line: string, useStates: boolean): PunchCells {
  const [staff_no = '', time = '', device_id = '', state = ''] = line.split('\t').map((cell) => cell.trim())
  return { staff_no, date: '', time, direction: useStates ? state : '', device_id }
}

/** A reader of lines below a header. Cells are separated by commas or semicolons. @throws PunchFileError without the columns it needs */
async function createCsvReader(header: FileLine): Promise<ReadCells> {
  const { parse } = await import('csv-parse/sync')
  const options = { delimiter: [',', ';'], record_delimiter: '\n', relax_quotes: true, relax_column_count: true, trim: true }
  const parseText = (text: string): string[][] | undefined => {
    try {
      return parse(text, options)
    } catch {
      return undefined
    }
  }
  const names = (parseText(header.text)?.[0] ?? []).map((name) => name.toLowerCase())
  if (!names.includes('staff_no') || !names.includes('time')) throw new PunchFileError('no_header')
  const toCells = (cells: readonly string[] | undefined): PunchCells | undefined => {
    if (cells === undefined) return undefined
    const get = (name: string) => cells[names.indexOf(name)] ?? ''
    return {
      staff_no: get('staff_no'),
      date: get('date'),
      time: get('time'),
      direction: get('direction').toLowerCase(),
      device_id: get('device_id'),
    }
  }
  return (lines) => {
    const records = parseText(lines.map(({ text }) => text).join('\n'))
    if (records?.length === lines.length) return records.map(toCells)
    // A line is a punch. Where a quotation mark joined lines, each is read alone, so that one of them does not spoil the others.
    return lines.map(({ text }) => toCells(parseText(text)?.[0]))
  }
}
