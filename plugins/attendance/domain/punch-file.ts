import { toInstant } from './clock.ts'
import { splitCsvLine } from './split-csv-line.ts'

/** Largest punch file, and its most lines. A device with 200 people writes about 20,000 lines a month. */
export const MOST_BYTES = 2 * 1024 * 1024
export const MOST_LINES = 20_000
const LONGEST_LINE = 500

/** Problems of a whole file. */
export type FileProblem = 'too_large' | 'encoding' | 'too_many' | 'no_header' | 'no_lines'

/** Problems of a line. */
export type LineProblem = 'long_line' | 'no_staff_no' | 'bad_time' | 'bad_direction' | 'no_employee' | 'future' | 'not_employed'

/** A file of which nothing can be used. */
export class PunchFileError extends Error {
  readonly problem: FileProblem
  constructor(problem: FileProblem) {
    super(problem)
    this.problem = problem
  }
}

/** A punch of a file. Its time is that of the clock of the device: `2026-11-30`, minutes and seconds since midnight. */
export interface FilePunch {
  line: number
  staff_no: string
  date: string
  minute: number
  second: number
  direction: 'in' | 'out' | 'auto'
  device_id: string
}

export interface PunchFile {
  format: 'csv' | 'dat'
  punches: FilePunch[]
  errors: { line: number; problem: LineProblem }[]
}

const directions: Readonly<Record<string, FilePunch['direction']>> = {
  '': 'auto',
  auto: 'auto',
  in: 'in',
  out: 'out',
  // States of attendance terminals: in, out, break out, break in, overtime in, overtime out.
  '0': 'in',
  '1': 'out',
  '2': 'out',
  '3': 'in',
  '4': 'in',
  '5': 'out',
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new PunchFileError('encoding')
  }
}

/**
 * Reads a file of an attendance terminal: CSV with a header (`staff_no`, `time`, and optionally `date`, `direction`, `device_id`), or the
 * layout of `.dat` logs without one: staff number, time, device and state, separated by tabs. Many terminals write the state 0 for every
 * punch, so the states of a log count only with `useStates`. Work is linear in the size of the file.
 * @throws PunchFileError when nothing of it can be used
 */
export function readPunchFile(bytes: Buffer, { useStates = false }: { useStates?: boolean } = {}): PunchFile {
  if (bytes.length > MOST_BYTES) throw new PunchFileError('too_large')
  const lines = decode(bytes).split('\n')
  if (lines.length > MOST_LINES + 2) throw new PunchFileError('too_many')
  const first = lines.find((line) => line.trim() !== '')
  if (first === undefined) throw new PunchFileError('no_lines')
  const isLog = first.includes('\t') && /\d{4}-\d\d-\d\d/.test(first)
  return isLog ? readLines(lines, 'dat', 0, (line) => toLogCells(line, useStates)) : readCsv(lines)
}

type Cells = Readonly<Record<'staff_no' | 'date' | 'time' | 'direction' | 'device_id', string>>

function toLogCells(line: string, useStates: boolean): Cells {
  const [staff_no = '', time = '', device_id = '', state = ''] = line.split('\t').map((cell) => cell.trim())
  return { staff_no, date: '', time, direction: useStates ? state : '', device_id }
}

function readCsv(lines: readonly string[]): PunchFile {
  const head = lines.findIndex((line) => line.trim() !== '')
  const names = splitCsvLine((lines[head] ?? '').trimEnd()).map((name) => name.trim().toLowerCase())
  if (!names.includes('staff_no') || !names.includes('time')) throw new PunchFileError('no_header')
  return readLines(lines, 'csv', head + 1, (line) => {
    const cells = splitCsvLine(line)
    const get = (name: string) => (cells[names.indexOf(name)] ?? '').trim()
    return {
      staff_no: get('staff_no'),
      date: get('date'),
      time: get('time'),
      direction: get('direction').toLowerCase(),
      device_id: get('device_id'),
    }
  })
}

function readLines(lines: readonly string[], format: PunchFile['format'], from: number, toCells: (line: string) => Cells): PunchFile {
  const file: PunchFile = { format, punches: [], errors: [] }
  for (const [n, text] of lines.entries()) {
    if (n < from || text.trim() === '') continue
    const line = n + 1
    const result = text.length > LONGEST_LINE ? 'long_line' : toPunch(line, toCells(text.trimEnd()))
    if (typeof result === 'string') file.errors.push({ line, problem: result })
    else file.punches.push(result)
  }
  return file
}

const TIME = /^(\d{4}-\d\d-\d\d)[ T](\d{1,2}):(\d\d)(?::(\d\d))?$/

function toPunch(line: number, { staff_no, date, time, direction, device_id }: Cells): FilePunch | LineProblem {
  if (staff_no === '' || staff_no.length > 40) return 'no_staff_no'
  const [, day = '', hour = '', minute = '', second = '0'] = TIME.exec(date === '' ? time : `${date} ${time}`) ?? []
  const at = Date.parse(`${day}T00:00:00Z`)
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== day || day < '2000-01-01' || day > '2199-12-31') return 'bad_time'
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return 'bad_time'
  const word = directions[direction]
  if (word === undefined) return 'bad_direction'
  const name = device_id.slice(0, 60)
  return { line, staff_no, date: day, minute: Number(hour) * 60 + Number(minute), second: Number(second), direction: word, device_id: name }
}

/**
 * The instant of a punch, in milliseconds, on the clock of the employee's zone. A time that daylight saving skips is moved forward by the
 * skipped hour; of a time that occurs twice the first one counts, because a log does not say which it was.
 */
export const toPunchInstant = ({ date, minute, second }: FilePunch, zone: string): number => toInstant(date, minute, zone) + second * 1_000
