import { Readable } from 'node:stream'
import type { Cell, CellValue, Row } from 'exceljs'
import { cellLimit, unguard } from './cell.ts'
import { type Bytes, columnLimit, type Line, type Mark } from './line.ts'
import type { Limits } from './unpack.ts'
import { firstSheet } from './workbook.ts'
import { SheetProblem } from './problem.ts'

/**
 * Reads the lines of the first visible sheet of a workbook. Formulas give their saved value, dates are ISO dates, times are ISO instants.
 * Reading stops when the consumer stops, so a limit is cheap.
 * @throws SheetProblem when it is not a workbook, or exceeds the limits
 */
export async function* readXlsx(bytes: Bytes, limits: Limits): AsyncGenerator<Line> {
  const container = await firstSheet(await whole(bytes), limits)
  const { default: exceljs } = await import('exceljs')
  const reader = new exceljs.stream.xlsx.WorkbookReader(Readable.from(container), {
    worksheets: 'emit',
    sharedStrings: 'cache',
    styles: 'cache',
    hyperlinks: 'ignore',
    entries: 'ignore',
  })
  try {
    for await (const sheet of reader) {
      for await (const row of sheet) {
        const line = getLine(row as unknown as Row)
        if (line) yield line
      }
      return
    }
  } catch (error) {
    if (error instanceof SheetProblem || !(error instanceof Error) || 'code' in error) throw error
    throw new SheetProblem('sheets:error.unreadable')
  }
}

async function whole(bytes: Bytes): Promise<Buffer> {
  if (Buffer.isBuffer(bytes)) return bytes
  const parts: Uint8Array[] = []
  for await (const part of bytes) parts.push(part)
  return Buffer.concat(parts)
}

function getLine(row: Row): Line | undefined {
  const cells: string[] = []
  const marks = new Map<number, Mark>()
  let used = false
  // Only existing cells: a single cell at the far corner would otherwise create a million.
  row.eachCell({ includeEmpty: false }, (cell, column) => {
    if (column > columnLimit) return
    const { value, mark } = getText(cell)
    while (cells.length < column - 1) cells.push('')
    cells[column - 1] = value
    if (mark) marks.set(column - 1, mark)
    used ||= value !== '' || mark !== undefined
  })
  return used ? { line: row.number, cells, ...(marks.size > 0 ? { marks } : {}) } : undefined
}

function getText(cell: Cell): { value: string; mark?: Mark } {
  const found = valueText(cell.value, cell.numFmt)
  return found.value.length > cellLimit ? { value: '', mark: 'long' } : found
}

function valueText(value: CellValue, format: string | undefined): { value: string; mark?: Mark } {
  if (value === null || value === undefined) return { value: '' }
  if (value instanceof Date) return dateText(value)
  if (typeof value === 'number') return numberText(value)
  if (typeof value === 'boolean') return { value: value ? '1' : '0', mark: 'flag' }
  if (typeof value === 'string') return { value: unguard(unescape(value).replaceAll(/\r\n?/g, '\n')) }
  if ('error' in value) return { value: value.error, mark: 'error' }
  if ('richText' in value) return valueText(value.richText.map((run) => run.text).join(''), format)
  if ('formula' in value || 'sharedFormula' in value) {
    const { result } = value
    if (result === undefined || result === null) return { value: '', mark: 'error' }
    if (typeof result === 'number' && Number.isNaN(result)) return { value: '', mark: 'error' }
    // The streaming reader does not convert formula results to dates.
    if (typeof result === 'number' && isDateFormat(format)) return dateText(new Date(Math.round((result - 25_569) * 86_400) * 1_000))
    return valueText(result as CellValue, format)
  }
  return { value: 'text' in value ? String(value.text) : '' }
}

const isDateFormat = (format: string | undefined) => /[ymdh]/i.test((format ?? '').replaceAll(/\[[^[\]]*\]|"[^"]*"|General/g, ''))

function dateText(date: Date): { value: string; mark: Mark } {
  if (Number.isNaN(date.getTime())) return { value: '', mark: 'error' }
  const iso = date.toISOString()
  return { value: iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso, mark: 'date' }
}

/** A workbook stores 15 digits of a number; further digits are zeros that nobody typed. */
function numberText(value: number): { value: string; mark?: Mark } {
  if (Number.isInteger(value))
    return Math.abs(value) >= 1e15 ? { value: BigInt(value).toString(), mark: 'digits' } : { value: String(value) }
  // Spreadsheet programs show 0.1 + 0.2 as 0.3.
  return { value: String(Number(value.toPrecision(15))) }
}

/** Workbooks encode characters that XML cannot contain as _xHHHH_. */
const unescape = (value: string) =>
  value.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
