import type { Stock } from '../model.ts'
import { type GridColumn, tidy, typable, withCell } from './cell.ts'

/** Cells of a block of a spreadsheet: tabs between cells, quotes around those that hold tabs, lines or quotes. */
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

/** Cells as a spreadsheet takes them. */
export const formatBlock = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.map((cell) => (/[\t\n"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join('\t')).join('\n')

/** A cell of a block that has no place in the grid, and why. */
export interface Misfit {
  /** Place in the block, from 1. */
  row: number
  column: number
  text: string
  why: 'below' | 'beside' | 'fixed' | string
}

export interface PastePlan {
  stocks: Stock[]
  changed: number
  misfits: Misfit[]
}

export interface Target {
  stocks: readonly Stock[]
  columns: readonly GridColumn[]
  /** Indexes into `stocks` of the rows from the active one down, removed ones left out. */
  rows: readonly number[]
  /** Index of the active column. */
  column: number
}

/** What pasting a block would do: cells that fit are set, the others told with their reason. */
export function planPaste({ stocks, columns, rows, column }: Target, block: readonly (readonly string[])[]): PastePlan {
  const next = [...stocks]
  const misfits: Misfit[] = []
  let changed = 0
  for (const [r, cells] of block.entries()) {
    for (const [c, raw] of cells.entries()) {
      const misfit = (why: string) => misfits.push({ row: r + 1, column: c + 1, text: raw, why })
      const target = columns[column + c]
      const index = rows[r]
      const stock = index === undefined ? undefined : next[index]
      const blank = raw.trim() === ''
      if (!stock || index === undefined || !target || target.kind === 'action') {
        if (!blank) misfit(stock ? 'beside' : 'below')
      } else if (!typable(target, stock)) {
        // Words beside the prices are pasted along with them and need not be told.
        if (!blank && target.kind !== 'option') misfit('fixed')
      } else {
        const text = tidy(target, raw)
        const fault = target.fault?.(text)
        if (fault) misfit(fault)
        else {
          next[index] = withCell(target, stock, text)
          changed += 1
        }
      }
    }
  }
  return { stocks: next, changed, misfits }
}

/** Sets cells of rows to one text; what cannot be typed into is passed over. Answers undefined when nothing changes. */
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
