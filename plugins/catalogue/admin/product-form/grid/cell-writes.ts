import { setCells } from './block.ts'
import { type GridColumn, typable } from './cell.ts'
import { cellText } from './columns.ts'
import { type Block, type Place, stepFrom } from './selection.ts'
import type { ActiveCell } from './use-active-cell.ts'
import type { GridInput } from './grid-input.ts'

/** Next cell after an edit. */
export interface NextStep {
  rows: number
  columns: number
  on: boolean
}

/** Writes to blocks and to the edited cell. */
export type CellWrites = ReturnType<typeof cellWrites>

/** Write operations on grid cells. */
export function cellWrites(grid: GridInput, cell: ActiveCell) {
  const { stocks, visibleIndexes, columns, words } = grid
  const { block, active, size } = cell
  const listCells = ({ top, bottom, left, right }: Block) =>
    visibleIndexes.slice(top, bottom + 1).flatMap((index) => columns.slice(left, right + 1).map((column) => ({ index, column })))
  const write = (cells: { index: number; column: GridColumn; text: string }[], result: 'filled' | 'cleared') => {
    const made = setCells(stocks, cells)
    if (made) grid.change(made.stocks)
    grid.tell(made ? result : 'nothing', made?.changed)
  }
  const fillDown = (to: Block = block) => {
    // A single cell is filled from the cell above, as in spreadsheets.
    const source = to.top === to.bottom ? to.top - 1 : to.top
    const stock = stocks[visibleIndexes[source] ?? -1]
    if (!stock) return grid.tell('nothingAbove')
    const cells = listCells({ ...to, top: source + 1 })
    write(
      cells.map(({ index, column }) => ({ index, column, text: cellText(column, stock, words) })),
      'filled',
    )
  }
  return {
    fillDown,
    /** Fills from the active cell to the last row. */
    fillToEnd: () => fillDown({ ...block, bottom: size.rows - 1 }),
    clear: () =>
      write(
        listCells(block).map((cell) => ({ ...cell, text: '' })),
        'cleared',
      ),
    /** Commits the text of the active cell. */
    keep: (text: string, step: NextStep) => {
      const [index, column] = [visibleIndexes[active.row], cell.columnAt(active)]
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

/** The next cell after a commit: some rows down, or the next editable cell, wrapping at the end of a row. */
function nextCell({ columns, stocks, visibleIndexes }: GridInput, { active, size }: ActiveCell, step: NextStep): Place {
  if (step.columns === 0) return stepFrom(active, step.rows, 0, size)
  const cells = size.rows * size.columns
  for (let at = active.row * size.columns + active.column + step.columns; at >= 0 && at < cells; at += step.columns) {
    const next = { row: Math.floor(at / size.columns), column: at % size.columns }
    const [column, stock] = [columns[next.column], stocks[visibleIndexes[next.row] ?? -1]]
    if (column && stock && typable(column, stock)) return next
  }
  return active
}
