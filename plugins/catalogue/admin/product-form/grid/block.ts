import type { Stock } from '../model.ts'
import { type GridColumn, tidy, typable, withCell } from './cell.ts'

/** Parses clipboard cells of a spreadsheet: separated by tabs; cells with tabs, line breaks or quotes are quoted. */
export function parseBlock(text: string): string[][] {
  const rows: string[][] = [[]]
  let cell = ''
  let quoted = false
  const body = text.replaceAll(/\r\n?/g, '\n').replace(/\n$/, '')
  for (let i = 0; i < body.length; i++) {
    const sign = body[i] as string
    if (quoted) {
      if (sign !== '"') cell += sign
      else if (body[i + 1] === '"') {
        cell += '"'
        i += 1
      } else quoted = false
    } else if (sign === '"' && cell === '') quoted = true
    else if (sign === '\t' || sign === '\n') {
      rows.at(-1)?.push(cell)
      cell = ''
      if (sign === '\n') rows.push([])
    } else cell += sign
  }
  rows.at(-1)?.push(cell)
  return rows
}

/** Formats cells for a spreadsheet. */
export const formatBlock = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.map((cell) => (/[\t\n"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join('\t')).join('\n')

/** A clipboard cell that cannot be pasted, with the reason. */
export interface PasteProblem {
  /** Row in the clipboard block, from 1. */
  row: number
  column: number
  text: string
  reason: 'below' | 'beside' | 'fixed' | string
}

export interface PastePlan {
  stocks: Stock[]
  changed: number
  problems: PasteProblem[]
}

export interface Target {
  stocks: readonly Stock[]
  columns: readonly GridColumn[]
  /** Indexes into `stocks` of the rows from the active one down, without removed ones. */
  rows: readonly number[]
  /** Index of the active column. */
  column: number
}

/** Plans a paste: cells that fit are set, others are reported with the reason. */
export function planPaste({ stocks, columns, rows, column }: Target, block: readonly (readonly string[])[]): PastePlan {
  const next = [...stocks]
  const problems: PasteProblem[] = []
  let changed = 0
  for (const [r, cells] of block.entries()) {
    for (const [c, raw] of cells.entries()) {
      const addProblem = (reason: string) => problems.push({ row: r + 1, column: c + 1, text: raw, reason })
      const target = columns[column + c]
      const index = rows[r]
      const stock = index === undefined ? undefined : next[index]
      const blank = raw.trim() === ''
      if (!stock || index === undefined || !target || target.kind === 'action') {
        if (!blank) addProblem(stock ? 'beside' : 'below')
      } else if (!typable(target, stock)) {
        // Text of read-only label cells is pasted along with prices and not reported.
        if (!blank && target.kind !== 'option') addProblem('fixed')
      } else {
        const text = tidy(target, raw)
        const fault = target.fault?.(text)
        if (fault) addProblem(fault)
        else {
          next[index] = withCell(target, stock, text)
          changed += 1
        }
      }
    }
  }
  return { stocks: next, changed, problems }
}

/** Sets cells of rows to one text; read-only cells are skipped. Undefined if nothing changes. */
export function setCells(
  stocks: readonly Stock[],
  cells: readonly { index: number; column: GridColumn; text: string }[],
): { stocks: Stock[]; changed: number } | undefined {
  const next = [...stocks]
  let changed = 0
  for (const { index, column, text } of cells) {
    const stock = next[index]
    if (!stock || !typable(column, stock)) continue
    const made = withCell(column, stock, text)
    if (JSON.stringify(made) === JSON.stringify(stock)) continue
    next[index] = made
    changed += 1
  }
  return changed > 0 ? { stocks: next, changed } : undefined
}
