import type { Line } from '../source/line.ts'

/** The format of the numbers or dates of a column, detected from all its cells. */
export type FormatKind =
  | 'decimal_comma'
  | 'grouped'
  | 'day_first'
  | 'month_first'
  | 'year_first'
  | 'month_name'
  | 'unclear_number'
  | 'unclear_date'

/**
 * The content of a column. An amount or a count never has three decimals, so there a comma before three digits is a thousands separator.
 */
export type CellKind = 'amount' | 'number' | 'date'

/** A column whose format differs from ours. */
export interface ColumnFormat {
  at: number
  kind: FormatKind
  /** A cell that shows the format, and its parsed value. */
  example: string
  read: string
}

const plainNumber = /^-?\d+(\.\d+)?$/
const space = '[ \u00A0\u202F]'
const decimalComma = new RegExp(`^-?(\\d+|\\d{1,3}(\\.\\d{3})+|\\d{1,3}(${space}\\d{3})+)(,\\d+)?$`)
const grouped = /^-?(\d+|\d{1,3}(,\d{3})+)(\.\d+)?$/
const date = /^(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})(?:[ T](\d{1,2}:\d\d(?::\d\d)?))?$/

/** Format "Nov 24, 2023 2:05:11 PM". Some systems write 24-hour times followed by AM or PM. */
const monthName = /^([a-z]{3})[a-z]*\.? (\d{1,2}),? (\d{4})(?:,? (\d{1,2}):(\d\d)(?::(\d\d))? ?([ap]m)?)?$/i
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/**
 * Detects the formats of columns that differ from ours. A column without one consistent format stays as it is, and its cells are rejected
 * one by one. Where a column does not show whether the day or the month comes first, the other date columns of the file decide.
 */
export function columnFormats(lines: readonly Line[], columns: ReadonlyMap<number, CellKind>): ColumnFormat[] {
  const formats = findFormats(lines, columns)
  const orders = new Set(formats.map(({ kind }) => kind).filter((kind) => kind === 'day_first' || kind === 'month_first'))
  const [kind] = orders
  if (kind === undefined || orders.size > 1) return formats
  return formats.map((format) => (format.kind === 'unclear_date' ? { ...format, kind, read: readCell(kind, format.example) } : format))
}

function findFormats(lines: readonly Line[], columns: ReadonlyMap<number, CellKind>): ColumnFormat[] {
  return [...columns].flatMap(([at, kind]): ColumnFormat[] => {
    const cells = lines.flatMap((line) => {
      const cell = (line.cells[at] ?? '').trim()
      return cell === '' || line.marks?.has(at) ? [] : [cell]
    })
    const found = kind === 'date' ? dateFormat(cells) : numberFormat(cells, kind)
    return found ? [{ at, ...found, read: readCell(found.kind, found.example) }] : []
  })
}

/** Converts the cells of such columns in a line to our format. */
export function withPlainCells(line: Line, formats: readonly ColumnFormat[]): Line {
  const changed = formats.filter(({ at }) => (line.cells[at] ?? '').trim() !== '' && !line.marks?.has(at))
  if (changed.length === 0) return line
  const cells = [...line.cells]
  for (const { at, kind } of changed) cells[at] = readCell(kind, (cells[at] ?? '').trim())
  return { ...line, cells }
}

type Found = Pick<ColumnFormat, 'kind' | 'example'> | undefined

function numberFormat(cells: readonly string[], kind: CellKind): Found {
  const odd = cells.filter((cell) => !plainNumber.test(cell))
  if (odd.length === 0) return undefined
  const isComma = cells.every((cell) => decimalComma.test(cell))
  const isGrouped = cells.every((cell) => grouped.test(cell))
  if (isComma && isGrouped) return { kind: kind === 'amount' ? 'grouped' : 'unclear_number', example: odd[0] ?? '' }
  const example = odd.find((cell) => /[.,].*[.,]/.test(cell)) ?? odd[0] ?? ''
  if (isComma) return { kind: 'decimal_comma', example }
  return isGrouped ? { kind: 'grouped', example } : undefined
}

function dateFormat(cells: readonly string[]): Found {
  const parts = cells.map((cell) => ({ cell, found: date.exec(cell) }))
  const odd = parts.filter(({ cell }) => !/^\d{4}-\d\d-\d\d/.test(cell))
  const example = odd[0]?.cell
  if (example !== undefined && cells.every((cell) => readMonthName(cell) !== undefined)) return { kind: 'month_name', example }
  if (example === undefined || parts.some(({ found }) => !found)) return undefined
  const all = parts.map(({ found }) => ({ first: found?.[1] ?? '', second: Number(found?.[3]), third: found?.[4] ?? '', sign: found?.[2] }))
  if (all.every(({ first }) => first.length === 4)) return { kind: 'year_first', example }
  if (all.some(({ first, third }) => first.length > 2 || third.length !== 4)) return undefined
  const isDayFirst = all.some(({ first }) => Number(first) > 12) || all.every(({ sign }) => sign === '.')
  const isMonthFirst = all.some(({ second }) => second > 12)
  if (isDayFirst && isMonthFirst) return undefined
  return { kind: isDayFirst ? 'day_first' : isMonthFirst ? 'month_first' : 'unclear_date', example }
}

function readCell(kind: FormatKind, cell: string): string {
  if (kind === 'month_name') return readMonthName(cell) ?? cell
  if (kind === 'decimal_comma') return cell.replaceAll(/[. \u00A0\u202F]/g, '').replace(',', '.')
  if (kind === 'grouped') return cell.replaceAll(',', '')
  const [, first = '', , second = '', third = '', time] = date.exec(cell) ?? []
  if (kind === 'unclear_number' || kind === 'unclear_date' || first === '') return cell
  const [year, month, day] =
    kind === 'year_first' ? [first, second, third] : kind === 'day_first' ? [third, second, first] : [third, first, second]
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}${time === undefined ? '' : ` ${time.padStart(5, '0')}`}`
}

function readMonthName(cell: string): string | undefined {
  const [, word = '', day = '', year = '', hours, minutes = '', seconds = '00', half] =
    monthName.exec(cell.replaceAll(/[\u00A0\u202F]/g, ' ')) ?? []
  const month = months.indexOf(word.toLowerCase()) + 1
  if (month === 0) return undefined
  const date = `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`
  if (hours === undefined) return date
  const isAfternoon = half?.toLowerCase() === 'pm'
  const hour =
    half !== undefined && Number(hours) === 12 ? (isAfternoon ? 12 : 0) : Number(hours) + (isAfternoon && Number(hours) < 12 ? 12 : 0)
  return `${date} ${String(hour).padStart(2, '0')}:${minutes}:${seconds}`
}
