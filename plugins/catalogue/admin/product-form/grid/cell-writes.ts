import { setCells } from './block.ts'
import { type GridColumn, typable } from './cell.ts'
import { cellText } from './columns.ts'
import { type Block, type Place, stepFrom } from './selection.ts'
import type { ActiveCell } from './use-active-cell.ts'
import type { GridInput } from './grid-input.ts'

/** Where typing goes on after a cell. */
export interface NextStep {
  rows: number
  columns: number
  on: boolean
}

/** Writes of whole blocks and of the cell that was typed into. */
export type CellWrites = ReturnType<typeof cellWrites>

/** What writes into the cells of a grid. */
export function cellWrites(grid: GridInput, cell: ActiveCell) {
  const { stocks, shown, columns, words } = grid
  const { block, active, size } = cell
  const cellsOf = ({ top, bottom, left, right }: Block) =>
    shown.slice(top, bottom + 1).flatMap((index) => columns.slice(left, right + 1).map((column) => ({ index, column })))
  const write = (cells: { index: number; column: GridColumn; text: string }[], what: 'filled' | 'cleared') => {
    const made = setCells(stocks, cells)
    if (made) grid.change(made.stocks)
    grid.tell(made ? what : 'nothing', made?.changed)
  }
  const fillDown = (to: Block = block) => {
    // One cell alone takes what stands above it, as in spreadsheets.
    const source = to.top === to.bottom ? to.top - 1 : to.top
    const stock = stocks[shown[source] ?? -1]
    if (!stock) return grid.tell('nothingAbove')
    const cells = cellsOf({ ...to, top: source + 1 })
    write(
      cells.map(({ index, column }) => ({ index, column, text: cellText(column, stock, words) })),
      'filled',
    )
  }
  return {
    fillDown,
    /** From the active cell to the last row. */
    fillToEnd: () => fillDown({ ...block, bottom: size.rows - 1 }),
    clear: () =>
      write(
        cellsOf(block).map((one) => ({ ...one, text: '' })),
        'cleared',
      ),
    /** Takes over what was typed into the active cell. */
    keep: (text: string, step: NextStep) => {
      const [index, column] = [shown[active.row], cell.columnAt(active)]
      cell.stopEditing()
      if (column && index !== undefined) {
        const made = setCells(stocks, [{ index, column, text: text.trim() }])
        if (made) grid.change(made.stocks)
        if (column.fault?.(text.trim())) grid.tell('wrong')
      }
      if (step.rows === 0 && step.columns === 0) return
      cell.focusActive()
      const next = nextCell(grid, cell, step)
      cell.setPlace(next)
      if (step.on) cell.editNext(next)
    },
    leave: () => {
      cell.focusActive()
      cell.stopEditing()
    },
  }
}

/** After a kept cell: some rows down, or the next cell that can be typed into, over the end of the row. */
function nextCell({ columns, stocks, shown }: GridInput, { active, size }: ActiveCell, step: NextStep): Place {
  if (step.columns === 0) return stepFrom(active, step.rows, 0, size)
  const cells = size.rows * size.columns
  for (let at = active.row * size.columns + active.column + step.columns; at >= 0 && at < cells; at += step.columns) {
    const next = { row: Math.floor(at / size.columns), column: at % size.columns }
    const [column, stock] = [columns[next.column], stocks[shown[next.row] ?? -1]]
    if (column && stock && typable(column, stock)) return next
  }
  return active
}
